import { setTimeout as pause } from 'node:timers/promises';
import { type Answered, type Ask, itineraryOf, must, type Written } from '../environment/client.ts';
import type { Environment } from '../environment/environment.ts';
import { until } from '../environment/progress.ts';
import type { Acknowledged } from '../environment/writer.ts';
import type { Tally } from '../tally.ts';

const word = 'Quetzalcoatl';
const stories = ['stays', 'is hidden', 'becomes private', 'is deleted'] as const;
const withinMs = 60_000;

/** Stories that everyone finds. All but one go out of sight while the index cannot be updated; searches must not show them. */
export async function coverStories(environment: Environment, ask: Ask) {
  const [anyone, moderator] = [environment.as(null), environment.as('moderator')];
  const search = (): Promise<Answered> => anyone({ method: 'GET', path: `/api/itineraries/search?q=${word}` });
  const written: Acknowledged[] = [];
  const seen = new Map<string, number>();
  const ending = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  const made = await Promise.all(
    stories.map(async (what) =>
      acknowledged(await must(ask, { method: 'POST', path: '/api/itineraries', body: { title: `${word} ${what}`, visibility: 'PUBLIC' } })),
    ),
  );
  const [stays, hidden, hushed, deleted] = made;
  if (!stays || !hidden || !hushed || !deleted) throw new Error('A story was not made');
  if (!(await until(async () => foundIn(await search()).length === stories.length, withinMs))) throw new Error('The stories were not found in time');

  async function look(): Promise<void> {
    for (; !ending.signal.aborted; await pause(50)) {
      const answer = await search();
      const titles = foundIn(answer).map(({ title }) => title);
      const found = answer.status === 200 ? titles.toSorted().join(', ') || 'nothing' : `${answer.status}`;
      seen.set(found, (seen.get(found) ?? 0) + 1);
    }
  }
  return {
    written,
    async cover(): Promise<void> {
      const path = (id: string): string => `/api/itineraries/${id}`;
      const answers = await Promise.all([
        must(moderator, { method: 'PATCH', path: path(hidden.id), body: { hidden: true } }),
        must(ask, { method: 'PATCH', path: path(hushed.id), body: { visibility: 'PRIVATE' } }),
        must(ask, { method: 'DELETE', path: path(deleted.id) }),
      ]);
      written.push(...[stays, ...answers.map(acknowledged)].flatMap((one) => one ?? []));
      // The read model may lag behind the write, and the index behind the read model.
      const isKnown = async (): Promise<boolean> => {
        const asked = [hidden, hushed, deleted].map(({ id }) => anyone({ method: 'GET', path: path(id), headers: { 'cache-control': 'no-cache' } }));
        return (await Promise.all(asked)).every(({ status }) => status === 404);
      };
      if (!(await until(isKnown, withinMs))) throw new Error('Stories stay in sight');
      looking = look();
    },
    async check(tally: Tally): Promise<void> {
      const onlyOne = await until(async () => foundIn(await search()).length === 1, withinMs);
      ending.abort();
      await looking;
      const wrong = [...seen.keys()].filter((found) => !/^(\d+|nothing)$/.test(found) && found !== stays.title);
      const told = [...seen].map(([found, times]) => `${times} x ${found}`).join('; ');
      tally.record(onlyOne && wrong.length === 0, `of ${stories.length} stories three went out of sight meanwhile; anybody then found ${told}`);
    },
  };
}

function acknowledged({ status, json, position }: Answered): Acknowledged | null {
  const written = status === 200 || status === 201 ? itineraryOf(json) : undefined;
  return written ? { ...written, position } : null;
}

const foundIn = ({ body: { results } }: Answered): Written[] =>
  Array.isArray(results) ? results.flatMap((result: unknown) => itineraryOf(Object(result).entity) ?? []) : [];

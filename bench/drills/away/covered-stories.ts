import { setTimeout as pause } from 'node:timers/promises';
import { type Answered, type Ask, askAs, itineraryOf, type Written } from '../cluster/ask.ts';
import type { DrillCluster } from '../cluster/drill-cluster.ts';
import { until } from '../cluster/progress.ts';
import type { Acknowledged } from '../cluster/writer.ts';
import type { Tally } from '../tally.ts';

/** A word that nothing else has. */
const word = 'Quetzalcoatl';
const stories = ['stays', 'is hidden', 'becomes private', 'is deleted'] as const;
const askEveryMs = 50;
const withinMs = 60_000;

/** Stories that everyone finds, and of which all but one go out of sight while the engine of searches cannot be told. */
export interface CoveredStories {
  /** Takes them out of sight, and looks on from then: what is found, however soon, must be in sight. */
  cover(): Promise<void>;
  check(tally: Tally): Promise<void>;
  /** Those that are still there, filled by `cover`. */
  written: readonly Acknowledged[];
}

export async function coverStories(cluster: DrillCluster, ask: Ask): Promise<CoveredStories> {
  const anyone = askAs(cluster.port, null);
  const moderator = askAs(cluster.port, cluster.tokens.moderator);
  const search = (): Promise<Answered> => anyone.ask({ method: 'GET', path: `/api/itineraries/search?q=${word}` });
  const written: Acknowledged[] = [];
  const seen = new Map<string, number>();
  const ending = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  const make = (what: string): Promise<Answered> =>
    ask({ method: 'POST', path: '/api/itineraries', body: { title: `${word} ${what}`, visibility: 'PUBLIC' } });
  const made = await Promise.all(stories.map(async (what) => acknowledged(await make(what))));
  const [stays, hidden, hushed, deleted] = made;
  if (!stays || !hidden || !hushed || !deleted) throw new Error('A story was not made');
  if (!(await until(async () => foundIn(await search()).length === stories.length, withinMs))) throw new Error('The stories were not found in time');

  async function look(): Promise<void> {
    while (!ending.signal.aborted) {
      const answer = await search();
      const found =
        answer.status === 200
          ? foundIn(answer)
              .map(({ title }) => title)
              .toSorted()
              .join(', ') || 'nothing'
          : `${answer.status}`;
      seen.set(found, (seen.get(found) ?? 0) + 1);
      await pause(askEveryMs);
    }
  }
  return {
    written,
    cover: async () => {
      const path = (id: string): string => `/api/itineraries/${id}`;
      const answers = await Promise.all([
        moderator.ask({ method: 'PATCH', path: path(hidden.id), body: { hidden: true } }),
        ask({ method: 'PATCH', path: path(hushed.id), body: { visibility: 'PRIVATE' } }),
        ask({ method: 'DELETE', path: path(deleted.id) }),
      ]);
      const refused = answers.find(({ status }) => status >= 300);
      if (refused) throw new Error(`A story could not be taken out of sight: ${refused.status} ${JSON.stringify(refused.json)}`);
      written.push(...[stays, ...answers.map(acknowledged)].flatMap((one) => one ?? []));
      // A read model may take a moment to learn of it; the engine of searches has more to learn.
      const isKnown = async (): Promise<boolean> => {
        const asked = [hidden, hushed, deleted].map(({ id }) =>
          anyone.ask({ method: 'GET', path: path(id), headers: { 'cache-control': 'no-cache' } }),
        );
        return (await Promise.all(asked)).every(({ status }) => status === 404);
      };
      if (!(await until(isKnown, withinMs))) throw new Error('Stories stay in sight');
      looking = look();
    },
    check: async (tally) => {
      const onlyOne = await until(async () => foundIn(await search()).length === 1, withinMs);
      ending.abort();
      await looking;
      anyone.close();
      moderator.close();
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

/** Itineraries that a search answered. */
function foundIn({ json }: Answered): Written[] {
  if (typeof json !== 'object' || json === null || !('results' in json) || !Array.isArray(json.results)) return [];
  return json.results.flatMap((result: unknown) =>
    typeof result === 'object' && result !== null && 'entity' in result ? (itineraryOf(result.entity) ?? []) : [],
  );
}

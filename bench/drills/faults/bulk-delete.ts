import { jobStream } from '@waystory/infra/bulk/bulk-job.ts';
import { streamName } from '@waystory/infra/commands/decider.ts';
import type { EventStore, NewEvent } from '@waystory/infra/event-store/port.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { newEvent } from '../../harness/event-log.ts';
import type { SendRequest } from '../environment/client.ts';
import type { Environment } from '../environment/environment.ts';
import { until, waitUntilCaughtUp } from '../environment/progress.ts';
import type { Tally } from '../tally.ts';

/** Number of concurrent appends, which share transactions. */
const atOnce = 250;
const ends: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/** Records of a collection that a job deletes by filter. */
export interface BulkDeleteTarget {
  collection: 'itineraries' | 'posts';
  deleted: 'ItineraryDeleted' | 'PostDeleted';
  filter: object;
}

async function seed(
  events: Pick<EventStore, 'append'>,
  category: string,
  count: number,
  accountId: string,
  eventOf: (n: number) => [string, NewEvent['data']],
) {
  const append = (n: number) => {
    const [type, data] = eventOf(n);
    return events.append(`${category}-${newId()}`, 0, [newEvent(type, data, { meta: { actorId: accountId, commandId: newId() } })]);
  };
  for (let from = 0; from < count; from += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - from) }, (_, index) => append(from + index)));
}

/**
 * Appends private stories directly to the log, because the API would take too long.
 * @param word unique start of their titles
 */
export async function seedItineraries(events: Pick<EventStore, 'append'>, count: number, word: string): Promise<BulkDeleteTarget> {
  const accountId = newId();
  await seed(events, 'itinerary', count, accountId, (n) => ['ItineraryCreated', { title: `${word} ${n}`, accountId, visibility: 'PRIVATE' }]);
  return { collection: 'itineraries', deleted: 'ItineraryDeleted', filter: { title: { startsWith: word } } };
}

/** Appends comments of one author on a story directly to the log. */
export async function seedPosts(
  events: Pick<EventStore, 'append'>,
  count: number,
  itineraryId: string,
  accountId: string,
): Promise<BulkDeleteTarget> {
  const on = { accountId, postableType: 'itinerary', postableId: itineraryId, itineraryId };
  await seed(events, 'post', count, accountId, (n) => ['PostCreated', { text: `Comment ${n}`, ...on }]);
  return { collection: 'posts', deleted: 'PostDeleted', filter: { postableId: itineraryId } };
}

interface Told {
  state: string;
  matched: number;
  done: number;
  changed: number;
  failed: number;
}

/** Starts a job of the product that deletes by filter. @throws Error when it is refused */
export async function startBulkDelete({ engines }: Pick<Environment, 'engines'>, ask: SendRequest, things: BulkDeleteTarget) {
  const filter = encodeURIComponent(JSON.stringify(things.filter));
  const { status, body, text } = await ask({ method: 'DELETE', path: `/api/${things.collection}?filter=${filter}` });
  if (status !== 202) throw new Error(`The job was answered with ${status}: ${text}`);
  const id = String(body.jobId);
  const seen: Told[] = [];
  const deletions = async (): Promise<{ events: number; streams: number }> => {
    const count = 'select count(*)::int as events, count(distinct stream)::int as streams from events';
    const found = await engines.pool?.query<{ events: number; streams: number }>(`${count} where type = $1 and meta->>'jobId' = $2`, [
      things.deleted,
      id,
    ]);
    return found?.rows[0] ?? { events: 0, streams: 0 };
  };
  return {
    ...{ id, things, deletions, gone: async () => (await deletions()).events, told: (): readonly Told[] => seen },
    async hasEnded(): Promise<boolean> {
      const last = (await engines.events.read(streamName(jobStream.category, id))).at(-1)?.type;
      return ends.has(last?.replace(/^Job/, '').toLowerCase() ?? '');
    },
    /** Polls the progress of the job until its end or the timeout. */
    async end(withinMs: number): Promise<void> {
      await until(
        async () => {
          // Bypasses the caches, because those of two processes may differ.
          const answer = await ask({ method: 'GET', path: `/api/jobs/${id}`, headers: { 'cache-control': 'no-cache' } });
          if (answer.status === 200) seen.push(answer.json as Told); // the route answers with it
          return ends.has(seen.at(-1)?.state ?? '');
        },
        withinMs,
        100,
      );
    },
  };
}
type BulkDelete = Awaited<ReturnType<typeof startBulkDelete>>;

/** Records that a job deleted every record exactly once. */
export async function checkBulkDelete(environment: Environment, ask: SendRequest, job: BulkDelete, many: number, tally: Tally): Promise<void> {
  const { id, things, told, deletions } = job;
  const name = `${things.collection}: job over ${many}`;
  const { state, matched, done, changed, failed } = told().at(-1) ?? { state: 'not there' };
  const steps = told().map((one) => one.done);
  const well = state === 'completed' && [matched, done, changed].every((one) => one === many) && failed === 0;
  const forward = steps.every((step, index) => step >= (steps[index - 1] ?? 0));
  const ended = `${state}, ${done} done and ${changed} changed of ${matched}, ${failed} failed`;
  tally.record(well && forward, `${name}: ${ended}; on the way ${[...new Set(steps)].join(', ')}`);

  const { events, streams } = await deletions();
  tally.record(events === many && streams === many, `${name}: ${events} events in ${streams} streams, nothing twice`);

  const stream = await environment.engines.events.read(streamName(jobStream.category, id));
  const pages = stream.filter(({ type }) => type === 'JobProgressed').map(({ data }) => Number(data.page));
  const inOrder = pages.length > 0 && pages.every((page, index) => page === index + 1);
  tally.record(inOrder, `${name}: its pages are recorded once, in order: ${pages.join(', ')}`);

  await waitUntilCaughtUp(environment, 60_000);
  const filter = encodeURIComponent(JSON.stringify({ jobId: id, action: things.deleted }));
  const { body } = await ask({ method: 'GET', path: `/api/audit?limit=1&filter=${filter}` });
  tally.record(body.total === many, `${name}: ${String(body.total)} entries in the audit log, one each`);
}

import { setTimeout as pause } from 'node:timers/promises';
import { jobStream } from '@waystory/infra/bulk/bulk-job.ts';
import { streamName } from '@waystory/infra/commands/decider.ts';
import type { Answered, Ask } from '../cluster/ask.ts';
import type { DrillCluster } from '../cluster/drill-cluster.ts';
import { passed } from '../cluster/progress.ts';
import type { Tally } from '../tally.ts';
import type { Things } from './seeded-things.ts';

const askEveryMs = 100;
const ends: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/** A job of the product that deletes many things. */
export interface BulkDelete {
  id: string;
  things: Things;
  /** Things that are gone. */
  gone(): Promise<number>;
  hasEnded(): Promise<boolean>;
  /** How it went, as told from time to time. */
  told(): readonly Told[];
  /** Follows what is told of it until it has ended or time is up. */
  end(withinMs: number): Promise<void>;
}

interface Told {
  state: string;
  matched: number;
  done: number;
  changed: number;
  failed: number;
}

/** Asks for the job. @throws Error when it is not taken. */
export async function startBulkDelete({ engines }: Pick<DrillCluster, 'engines'>, ask: Ask, things: Things): Promise<BulkDelete> {
  const filter = encodeURIComponent(JSON.stringify(things.filter));
  const answer = await ask({ method: 'DELETE', path: `/api/${things.collection}?filter=${filter}` });
  const id = jobIdOf(answer);
  const seen: Told[] = [];
  const gone = async (): Promise<number> => {
    const { rows } = await (engines.pool ?? noPostgres()).query<{ gone: number }>(
      `select count(*)::int as gone from events where type = $1 and meta->>'jobId' = $2`,
      [things.deleted, id],
    );
    return rows[0]?.gone ?? 0;
  };
  const hasEnded = async (): Promise<boolean> => ends.has(stateOf((await engines.events.read(streamName(jobStream.category, id))).at(-1)?.type));
  return {
    id,
    things,
    gone,
    hasEnded,
    told: () => seen,
    end: async (withinMs) => {
      const giveUpAt = Date.now() + withinMs;
      for (;;) {
        // Past the answers that processes keep, of which one may be older than the other's.
        const { status, json } = await ask({ method: 'GET', path: `/api/jobs/${id}`, headers: { 'cache-control': 'no-cache' } });
        if (status === 200) seen.push(json as Told); // that is what the route answers
        if (ends.has(seen.at(-1)?.state ?? '') || Date.now() > giveUpAt) return;
        await pause(askEveryMs);
      }
    },
  };
}

const noPostgres = (): never => {
  throw new Error('Events are kept in Postgres here');
};
const stateOf = (type: string | undefined): string => type?.replace(/^Job/, '').toLowerCase() ?? '';

function jobIdOf({ status, json }: Answered): string {
  if (status === 202 && typeof json === 'object' && json !== null && 'jobId' in json) return String(json.jobId);
  throw new Error(`The job was answered with ${status}: ${JSON.stringify(json)}`);
}

/** That it was done whole and once, whatever fell in between. @param many how many things there were. */
export async function checkDone(cluster: DrillCluster, ask: Ask, { id, things, told }: BulkDelete, many: number, tally: Tally): Promise<void> {
  const { events, pool } = cluster.engines;
  const name = `${things.collection}: job over ${many}`;
  const { state, matched, done, changed, failed } = told().at(-1) ?? { state: 'not there' };
  const steps = told().map((one) => one.done);
  const well = state === 'completed' && [matched, done, changed].every((one) => one === many) && failed === 0;
  const forward = steps.every((step, index) => step >= (steps[index - 1] ?? 0));
  const ended = `${state}, ${done} done and ${changed} changed of ${matched}, ${failed} failed`;
  tally.record(well && forward, `${name}: ${ended}; on the way ${[...new Set(steps)].join(', ')}`);

  const { rows } = await (pool ?? noPostgres()).query<{ events: number; streams: number }>(
    `select count(*)::int as events, count(distinct stream)::int as streams from events where type = $1 and meta->>'jobId' = $2`,
    [things.deleted, id],
  );
  const log = rows[0] ?? { events: 0, streams: 0 };
  tally.record(log.events === many && log.streams === many, `${name}: ${log.events} events in ${log.streams} streams, nothing twice`);

  const recorded = (await events.read(streamName(jobStream.category, id)))
    .filter(({ type }) => type === 'JobProgressed')
    .map(({ data }) => Number(data.page));
  tally.record(
    recorded.length > 0 && recorded.every((page, index) => page === index + 1),
    `${name}: its pages are recorded once, in order: ${recorded.join(', ')}`,
  );

  await passed(cluster, await events.head(), 60_000);
  const filter = encodeURIComponent(JSON.stringify({ jobId: id, action: things.deleted }));
  const { json } = await ask({ method: 'GET', path: `/api/audit?limit=1&filter=${filter}` });
  const entries = typeof json === 'object' && json !== null && 'total' in json ? Number(json.total) : 0;
  tally.record(entries === many, `${name}: ${entries} entries in the audit log, one each`);
}

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { EngineUnavailable } from '../errors.ts';
import { listen } from '../postgres/listen.ts';
import { migrate, migratedTables } from '../postgres/migrate.ts';
import { appendNotifier, createNotificationBatching } from './append-notifier.ts';
import {
  type AppendOutcome,
  AppendTooLarge,
  DuplicateEvent,
  type EventMeta,
  type EventStore,
  type RecordedEvent,
  type Snapshot,
  UnstorableEvent,
} from './port.ts';
import { type DocumentWriter, type EncodedAppend, encodeAppend, type RunStatement, write } from './postgres/append.ts';
import { appendedChannel, eventStoreSteps } from './postgres/schema.ts';

/** A row as `pg` returns it: bigint is text. */
interface Row {
  position: string;
  id: string;
  stream: string;
  version: string;
  type: string;
  schema: number;
  data: Record<string, unknown>;
  meta: EventMeta;
  inlined: string | null;
  at: number;
}

const columns = `position, id, stream, version, type, schema, data, meta, inlined, (extract(epoch from created_at) * 1000)::float8 as at`;
const sql = {
  announce: 'select pg_notify($1, $2)',
  read: `select ${columns} from events where stream = $1 and version > $2 and version <= $3 order by version`,
  readMany: `select ${columns} from events where stream = any($1::text[]) order by stream, version`,
  find: `select ${columns} from events where id = $1`,
  streamsOf: 'select id, stream from events where id = any($1)',
  readAll: `select ${columns} from events where position > $1 order by position limit $2`,
  head: 'select coalesce(max(position), 0) as position from events',
  readSnapshot: 'select version, state from snapshots where stream = $1 and schema = $2',
  // Removes snapshots of earlier shapes, which would retain deleted data.
  writeSnapshot: `with outdated as (delete from snapshots where stream = $1 and schema <> $2 and version <= $3)
    insert into snapshots (stream, schema, version, state) values ($1, $2, $3, $4)
    on conflict (stream, schema) do update set version = excluded.version, state = excluded.state where snapshots.version < excluded.version`,
} as const;

/**
 * The event log in Postgres. The caller closes the pool. Tables are created at the first use.
 * @param documents Stores documents with their events when the read models share the database.
 */
export function postgresEventStore(pool: pg.Pool, documents?: DocumentWriter): EventStore {
  const query = prepared(pool);
  const self = randomUUID();
  // Notifications of this instance's own appends are ignored, because its subscribers are woken directly.
  const notifier = appendNotifier((wake) => listen(pool, appendedChannel, (sender) => sender !== self && wake()));
  const announcements = createNotificationBatching(async () => {
    await query('announce', [appendedChannel, self]);
  });
  const appends = groupCommit<EncodedAppend, AppendOutcome>(
    async (jobs) => {
      const results = await write(query.statement, jobs, announcements.due() ? self : null, documents);
      notifier.wake();
      return results;
    },
    (error) => error instanceof EngineUnavailable,
  );
  return {
    append: async (stream, expected, events, companions = [], changes = null) => {
      const job = encodeAppend({ stream, expected, events }, companions, documents ? changes : null);
      return appends.add(job).catch(async (error: unknown) => {
        const isTaken = error instanceof pg.DatabaseError && error.constraint === 'events_id_key';
        throw isTaken && (await hasTaken(query, job)) ? new DuplicateEvent(stream) : refusalOf(error);
      });
    },
    read: async (stream, after = 0, upTo = Number.MAX_SAFE_INTEGER) => (await query<Row>('read', [stream, after, upTo])).map(recorded),
    readMany: async (streams) => grouped(streams, (await query<Row>('readMany', [streams])).map(recorded)),
    find: async (id) => (await query<Row>('find', [id])).map(recorded)[0] ?? null,
    readAll: async (after, limit) => (await query<Row>('readAll', [after, limit])).map(recorded),
    head: async () => Number((await query<Pick<Row, 'position'>>('head', []))[0]?.position),
    onAppended: notifier.subscribe,
    readSnapshot: async (stream, schema) => {
      const [row] = await query<{ version: string; state: unknown }>('readSnapshot', [stream, schema]);
      return row ? { version: Number(row.version), state: row.state } : null;
    },
    writeSnapshot: async (stream, schema, { version, state }: Snapshot) => {
      await query('writeSnapshot', [stream, schema, version, JSON.stringify(state)]);
    },
    close: async () => {
      await appends.idle();
      await announcements.close();
      await notifier.close();
    },
  };
}

interface Query {
  <R extends pg.QueryResultRow>(name: keyof typeof sql, values: unknown[]): Promise<R[]>;
  /** Runs a statement outside `sql`. */
  statement: RunStatement;
}

/** Runs prepared statements, planned once per connection, after a single migration of the tables. */
function prepared(pool: pg.Pool): Query {
  const tables = migratedTables(pool, () => migrate(pool, 'event-store', eventStoreSteps));
  const statement: RunStatement = (name, text, values) => tables.query({ name: `event-store/${name}`, text, values });
  return Object.assign(<R extends pg.QueryResultRow>(name: keyof typeof sql, values: unknown[]) => statement<R>(name, sql[name], values), {
    statement,
  });
}

/** True when another stream holds an event of the append. */
async function hasTaken(query: Query, { stream, ids, companions }: EncodedAppend): Promise<boolean> {
  const streamOf = new Map(companions.flatMap((one) => one.events.map(({ id }) => [id, one.stream])));
  const others = await query<Pick<Row, 'id' | 'stream'>>('streamsOf', [ids]);
  return others.some((event) => event.stream !== (streamOf.get(event.id) ?? stream));
}

/**
 * Converts an error that the events themselves cause: unrepresentable data, a violated constraint, or a limit of Postgres. Back-pressure becomes
 * EngineUnavailable.
 */
function refusalOf(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && error.code?.startsWith('54')) return new AppendTooLarge(error.message, { cause: error });
  if (error instanceof pg.DatabaseError && /^(22|23)/.test(error.code ?? '')) return new UnstorableEvent(error.message, { cause: error });
  return error instanceof TooManyWaiting ? new EngineUnavailable('postgres', error) : error;
}

function grouped(streams: readonly string[], events: readonly RecordedEvent[]): Map<string, RecordedEvent[]> {
  const found = new Map<string, RecordedEvent[]>(streams.map((stream) => [stream, []]));
  for (const event of events) found.get(event.stream)?.push(event);
  return found;
}

const recorded = ({ position, version, at, inlined, ...rest }: Row): RecordedEvent => ({
  ...rest,
  ...(inlined !== null && { inlined }),
  version: Number(version),
  position: Number(position),
  at: new Date(at).toISOString(),
});

/** A job that waits for a group commit. */
export interface GroupCommitJob {
  /** Jobs of one stream keep their order and never share a batch. */
  stream: string;
  /** Other streams of the job. A batch never contains two jobs with a common stream. */
  beside?: readonly string[];
  /** Approximate size in characters, which bounds a batch. */
  size: number;
}

const maxJobs = 256;
const maxSize = 4_000_000;
/** Back-pressure: most waiting jobs, at least some seconds of work. A later job would wait longer than any caller does. */
const mostWaiting = 20_000;

/** Refusal under back-pressure: too many jobs wait already. */
export class TooManyWaiting extends Error {}

interface Waiting<J, R> {
  job: J;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

interface GroupCommit<J, R> {
  /**
   * Resolves with the job's result from `write`.
   * @throws TooManyWaiting; the job was not and will not be written.
   */
  add(job: J): Promise<R>;
  /** Resolves when no job waits or is being written. */
  idle(): Promise<void>;
}

/**
 * Group commit: collects jobs while a batch is written and writes them as the next batch, so that callers share one commit. `write` returns a result
 * or an Error per job, in order. When it rejects, no job of the batch is stored. Unless `fatal` reports an unavailable engine, the batch is then
 * halved until the bad job is isolated.
 */
export function groupCommit<J extends GroupCommitJob, R>(
  write: (jobs: J[]) => Promise<(R | Error)[]>,
  fatal: (error: unknown) => boolean,
): GroupCommit<J, R> {
  const queues = new Map<string, Waiting<J, R>[]>();
  let waiting = 0;
  let running: Promise<void> | null = null;

  async function settle(batch: Waiting<J, R>[]): Promise<void> {
    try {
      const results = await write(batch.map((waiting) => waiting.job));
      for (const [index, waiting] of batch.entries()) settleOne(waiting, results[index]);
    } catch (error) {
      if (batch.length === 1 || fatal(error)) for (const waiting of batch) waiting.reject(error);
      else {
        const middle = batch.length >> 1;
        await settle(batch.slice(0, middle));
        await settle(batch.slice(middle));
      }
    }
  }

  async function run(): Promise<void> {
    while (queues.size > 0) {
      // A turn of the event loop, so that callers with a new result can add their next job first.
      await new Promise<void>((resolve) => setImmediate(resolve));
      const batch = takeBatch(queues);
      waiting -= batch.length;
      await settle(batch);
    }
    running = null;
  }

  return {
    add: (job) =>
      new Promise((resolve, reject) => {
        if (waiting >= mostWaiting) throw new TooManyWaiting(`${waiting} wait to be written`);
        waiting += 1;
        const queue = queues.get(job.stream);
        if (queue) queue.push({ job, resolve, reject });
        else queues.set(job.stream, [{ job, resolve, reject }]);
        running ??= run();
      }),
    idle: async () => {
      await running;
    },
  };
}

function settleOne<J, R>(waiting: Waiting<J, R>, result: R | Error | undefined): void {
  if (result === undefined) waiting.reject(new Error('The batch was answered without this job'));
  else if (result instanceof Error) waiting.reject(result);
  else waiting.resolve(result);
}

/** Takes the oldest job of each stream in turn (round robin). A job that shares a stream with a taken job stays in its queue. */
function takeBatch<J extends GroupCommitJob, R>(queues: Map<string, Waiting<J, R>[]>): Waiting<J, R>[] {
  const batch: Waiting<J, R>[] = [];
  const more: [string, Waiting<J, R>[]][] = [];
  const taken = new Set<string>();
  let size = 0;
  for (const [stream, queue] of queues) {
    const next = queue[0];
    if (!next || batch.length === maxJobs || (batch.length > 0 && size + next.job.size > maxSize)) break;
    const streams = [stream, ...(next.job.beside ?? [])];
    if (streams.some((one) => taken.has(one))) continue;
    for (const one of streams) taken.add(one);
    size += next.job.size;
    batch.push(next);
    queue.shift();
    queues.delete(stream);
    if (queue.length > 0) more.push([stream, queue]);
  }
  for (const [stream, queue] of more) queues.set(stream, queue);
  return batch;
}

import pg from 'pg';
import { EngineUnavailable } from '../errors.ts';
import { listen } from '../postgres/listen.ts';
import { migrate } from '../postgres/migrate.ts';
import { asPostgresError } from '../postgres/unavailable.ts';
import {
  type Appended,
  type CompanionEvents,
  DuplicateEvent,
  type EventMeta,
  type EventStore,
  type ExpectedVersion,
  type NewEvent,
  type RecordedEvent,
  type Snapshot,
  UnstorableEvent,
  VersionConflict,
} from './port.ts';
import { createAnnouncements } from './postgres/announcements.ts';
import { groupCommit, type Job, TooManyWaiting } from './postgres/group-commit.ts';
import { appendedChannel, eventStoreSteps } from './postgres/schema.ts';
import { wakeUps } from './postgres/wake-ups.ts';

interface Append extends Job {
  expected: ExpectedVersion;
  ids: string[];
  json: string;
  companions: readonly CompanionEvents[];
  beside: readonly string[];
}

/** As `pg` gives it: bigint comes as text. */
interface Row {
  position: string;
  id: string;
  stream: string;
  version: string;
  type: string;
  schema: number;
  data: Record<string, unknown>;
  meta: EventMeta;
  at: number;
}

/** How `append_events` is told of `any`; no stream is ever at this version. */
const anyVersion = -1;
/** Version that `append_events` answers for a stream whose events are in another one. */
const elsewhere = 0;

const columns = `position, id, stream, version, type, schema, data, meta, (extract(epoch from created_at) * 1000)::float8 as at`;
const sql = {
  append: 'select stream, version, position, repeated from append_events($1, $2)',
  appendGroups: 'select stream, version, position, repeated from append_groups($1, $2)',
  announce: `select pg_notify('${appendedChannel}', '')`,
  read: `select ${columns} from events where stream = $1 and version > $2 and version <= $3 order by version`,
  readMany: `select ${columns} from events where stream = any($1::text[]) order by stream, version`,
  find: `select ${columns} from events where id = $1`,
  streamsOf: 'select id, stream from events where id = any($1)',
  readAll: `select ${columns} from events where position > $1 order by position limit $2`,
  head: 'select coalesce(max(position), 0) as position from events',
  readSnapshot: 'select version, state from snapshots where stream = $1 and schema = $2',
  writeSnapshot: `insert into snapshots (stream, schema, version, state) values ($1, $2, $3, $4)
    on conflict (stream, schema) do update set version = excluded.version, state = excluded.state where snapshots.version < excluded.version`,
} as const;

/** The event log in Postgres. The pool stays the caller's to close. Tables are made at the first use. */
export function postgresEventStore(pool: pg.Pool): EventStore {
  const query = prepared(pool);
  const woken = wakeUps((wake) => listen(pool, appendedChannel, wake));
  const announcements = createAnnouncements(async () => {
    await query('announce', []);
  });
  const appends = groupCommit<Append, Appended>(
    async (jobs) => {
      const results = await write(query, jobs, announcements.due());
      woken.wake();
      return results;
    },
    (error) => error instanceof EngineUnavailable,
  );
  return {
    append: async (stream, expected, events, companions = []) => {
      const job = encodeAll({ stream, expected, events }, companions);
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
    onAppended: woken.subscribe,
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
      await woken.close();
    },
  };
}

type Query = <R extends pg.QueryResultRow>(name: keyof typeof sql, values: unknown[]) => Promise<R[]>;

/** Runs statements by name, planned once per connection, after the tables have been brought up to date once. */
function prepared(pool: pg.Pool): Query {
  let migrated: Promise<void> | null = null;
  const ready = (): Promise<void> => {
    migrated ??= migrate(pool, 'event-store', eventStoreSteps).catch((error: unknown) => {
      migrated = null;
      throw error;
    });
    return migrated;
  };
  return async <R extends pg.QueryResultRow>(name: keyof typeof sql, values: unknown[]) => {
    try {
      await ready();
      return (await pool.query<R>({ name: `event-store/${name}`, text: sql[name], values })).rows;
    } catch (error) {
      throw asPostgresError(error);
    }
  };
}

/** Encodes an append with its companions, which are in the log before it. */
function encodeAll(main: Omit<CompanionEvents, 'expected'> & { expected: ExpectedVersion }, companions: readonly CompanionEvents[]): Append {
  const { stream, expected } = main;
  const group = companions.length > 0 ? stream : undefined;
  const all = [...companions, main];
  if (new Set(all.map((one) => one.stream)).size < all.length) throw new UnstorableEvent(`A companion of ${stream} is for a stream that comes twice`);
  const ids = all.flatMap(({ events }) => events.map(({ id }) => id));
  if (new Set(ids).size < ids.length) throw new UnstorableEvent(`Two events for ${stream} have the same id`);
  const json = all.map((one) => encode(one.stream, one.expected, one.events, group)).join();
  return { stream, expected, ids, json, size: json.length, companions, beside: companions.map((one) => one.stream) };
}

/** Encodes events by themselves, so that what cannot be encoded fails before it shares a batch with others. */
function encode(stream: string, expected: ExpectedVersion, events: NewEvent[], group: string | undefined): string {
  if (events.length === 0) throw new UnstorableEvent(`Nothing to append to ${stream}`);
  try {
    return events
      .map(({ id, type, schema, data, meta, at }, index) =>
        JSON.stringify({
          s: stream,
          x: expected === 'any' ? anyVersion : expected,
          n: events.length,
          k: index + 1,
          i: id,
          t: type,
          v: schema,
          d: data,
          m: meta,
          a: at,
          g: group,
        }),
      )
      .join();
  } catch (error) {
    throw new UnstorableEvent(`An event of ${stream} cannot be written as JSON`, { cause: error });
  }
}

/** Whether an event of an append is in a stream that it is not for. */
async function hasTaken(query: Query, { stream, ids, companions }: Append): Promise<boolean> {
  const streamOf = new Map(companions.flatMap((one) => one.events.map(({ id }) => [id, one.stream])));
  const found = await query<Pick<Row, 'id' | 'stream'>>('streamsOf', [ids]);
  return found.some((event) => event.stream !== (streamOf.get(event.id) ?? stream));
}

async function write(query: Query, batch: Append[], announce: boolean): Promise<(Appended | Error)[]> {
  const jobs = withoutTwins(batch);
  const statement = batch.some(({ companions }) => companions.length > 0) ? 'appendGroups' : 'append';
  const rows = await query<{ stream: string; version: string; position: string | null; repeated: boolean }>(statement, [
    `[${Array.from(jobs, (job) => job.json).join()}]`,
    announce,
  ]);
  const byStream = new Map(rows.map((row) => [row.stream, row]));
  return batch.map((job) => {
    const { stream, expected, beside } = job;
    const row = byStream.get(stream);
    const isElsewhere = [stream, ...beside].some((one) => Number(byStream.get(one)?.version) === elsewhere);
    if (!jobs.has(job) || isElsewhere) return new DuplicateEvent(stream);
    if (!row) return new VersionConflict(stream, expected);
    if (row.position === null) return new UnstorableEvent(`Some events are in ${stream} already and some are not`);
    return { version: Number(row.version), position: Number(row.position), repeated: row.repeated };
  });
}

/** Of appends to several streams that have an event in common, the first: together they would fail, and the whole batch with them. */
function withoutTwins(batch: readonly Append[]): Set<Append> {
  const taken = new Set<string>();
  return new Set(
    batch.filter(({ ids }) => {
      if (ids.some((id) => taken.has(id))) return false;
      for (const id of ids) taken.add(id);
      return true;
    }),
  );
}

/** Data that cannot be represented, a broken constraint, a limit of Postgres: it is the event's own fault. */
function refusalOf(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? '')) return new UnstorableEvent(error.message, { cause: error });
  return error instanceof TooManyWaiting ? new EngineUnavailable('postgres', error) : error;
}

function grouped(streams: readonly string[], events: readonly RecordedEvent[]): Map<string, RecordedEvent[]> {
  const found = new Map<string, RecordedEvent[]>(streams.map((stream) => [stream, []]));
  for (const event of events) found.get(event.stream)?.push(event);
  return found;
}

const recorded = ({ position, version, at, ...rest }: Row): RecordedEvent => ({
  ...rest,
  version: Number(version),
  position: Number(position),
  at: new Date(at).toISOString(),
});

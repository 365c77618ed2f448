import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { EngineUnavailable } from '../errors.ts';
import { listen } from '../postgres/listen.ts';
import { migrate } from '../postgres/migrate.ts';
import { asPostgresError } from '../postgres/unavailable.ts';
import { appendNotifier, createNotificationBatching } from './append-notifier.ts';
import {
  type Appended,
  AppendTooLarge,
  DuplicateEvent,
  type EventMeta,
  type EventStore,
  type RecordedEvent,
  type Snapshot,
  UnstorableEvent,
} from './port.ts';
import { type Append, encodeAll, type RunStatement, write } from './postgres/append.ts';
import type { DocumentWriter } from './postgres/document-writer.ts';
import { groupCommit, TooManyWaiting } from './postgres/group-commit.ts';
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
  // Subscribers of this instance already know its own appends.
  const notifier = appendNotifier((wake) => listen(pool, appendedChannel, (sender) => sender !== self && wake()));
  const announcements = createNotificationBatching(async () => {
    await query('announce', [appendedChannel, self]);
  });
  const appends = groupCommit<Append, Appended>(
    async (jobs) => {
      const results = await write(query.statement, jobs, announcements.due() ? self : null, documents);
      notifier.wake();
      return results;
    },
    (error) => error instanceof EngineUnavailable,
  );
  return {
    append: async (stream, expected, events, companions = [], changes = null) => {
      const job = encodeAll({ stream, expected, events }, companions, documents ? changes : null);
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
  /** Runs any other statement. */
  statement: RunStatement;
}

/** Runs named statements, planned once per connection, after one migration of the tables. */
function prepared(pool: pg.Pool): Query {
  let migrated: Promise<void> | null = null;
  const ready = (): Promise<void> => {
    migrated ??= migrate(pool, 'event-store', eventStoreSteps).catch((error: unknown) => {
      migrated = null;
      throw error;
    });
    return migrated;
  };
  const statement: RunStatement = async <R extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) => {
    try {
      await ready();
      return (await pool.query<R>({ name: `event-store/${name}`, text, values })).rows;
    } catch (error) {
      throw asPostgresError(error);
    }
  };
  return Object.assign(<R extends pg.QueryResultRow>(name: keyof typeof sql, values: unknown[]) => statement<R>(name, sql[name], values), {
    statement,
  });
}

/** True when another stream holds an event of the append. */
async function hasTaken(query: Query, { stream, ids, companions }: Append): Promise<boolean> {
  const streamOf = new Map(companions.flatMap((one) => one.events.map(({ id }) => [id, one.stream])));
  const others = await query<Pick<Row, 'id' | 'stream'>>('streamsOf', [ids]);
  return others.some((event) => event.stream !== (streamOf.get(event.id) ?? stream));
}

/** Data that cannot be represented, a broken constraint or a limit of Postgres: the event itself is at fault. */
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

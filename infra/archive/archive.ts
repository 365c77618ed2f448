import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import type { EventStore } from '../event-store/port.ts';
import { appendedChannel, appendLock, eventStoreSteps } from '../event-store/postgres/schema.ts';
import { beforeFirstKey, type PersonalKeys } from '../personal-data/port.ts';
import { addKeysSql, personalDataSteps } from '../personal-data/postgres.ts';
import { migrate } from '../postgres/migrate.ts';
import { asPostgresError } from '../postgres/pool.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { type ArchiveLine, archiveChunks, BadArchiveLine, eventsPerChunk, type KeyLine, parseLines } from './archive-line.ts';

export { BadArchiveLine } from './archive-line.ts';

/** Refusal of an import, because the log already holds events and an archive cannot be merged. */
export class LogNotEmpty extends Error {
  readonly code = 'event-store/log-not-empty';
  constructor() {
    super('The log is not empty: an archive can only be taken over into an empty one');
  }
}

/** Keys read per statement. */
const keysPerChunk = 1_000;

/** The stored log with the keys of its personal data. */
export interface ArchivedLog {
  sealedEvents: Pick<EventStore, 'head' | 'readAll'>;
  personalKeys: Pick<PersonalKeys, 'list'>;
}

/**
 * Writes the current log as JSON lines, oldest event first, then the existing keys, and ends `archive`. Personal fields are sealed. Those of deleted
 * accounts are unreadable, because their keys are destroyed. Memory use is constant.
 * @returns the number of events written.
 */
export async function exportLog({ sealedEvents, personalKeys }: ArchivedLog, archive: Writable): Promise<number> {
  const count = { events: 0 };
  // An event is stored after its key, so keys read last cover all events.
  const lines = async function* (): AsyncGenerator<string> {
    yield* logLines(sealedEvents, count);
    yield* keyLines(personalKeys);
  };
  await pipeline(Readable.from(lines()), archive);
  return count.events;
}

async function* keyLines(keys: ArchivedLog['personalKeys']): AsyncGenerator<string> {
  for (let page = await keys.list(beforeFirstKey, keysPerChunk); page.length > 0; page = await keys.list(page.at(-1) ?? beforeFirstKey, keysPerChunk))
    for (const { accountId, life, key } of page)
      yield `${JSON.stringify({ personalKey: { accountId, life, key: key?.toString('base64') ?? '' } } satisfies KeyLine)}\n`;
}

async function* logLines(store: ArchivedLog['sealedEvents'], count: { events: number }): AsyncGenerator<string> {
  const head = await store.head();
  for (let after = 0; after < head; ) {
    const events = (await store.readAll(after, eventsPerChunk)).filter(({ position }) => position <= head);
    for (const { stream, version, id, type, schema, at, data, meta } of events) {
      yield `${JSON.stringify({ stream, version, id, type, schema, at, data, meta } satisfies ArchiveLine)}\n`;
      count.events++;
    }
    after = events.at(-1)?.position ?? head;
  }
}

/**
 * Imports an archive into an empty log, completely or not at all. Streams, versions, ids, times and order stay; positions are new. Other appends wait
 * meanwhile. Memory use is constant.
 * @returns the number of events imported.
 * @throws BadArchiveLine for the first line that is no event, or not the next event of its stream.
 * @throws LogNotEmpty, EngineUnavailable
 */
export async function importLog(pool: pg.Pool, archive: Readable): Promise<number> {
  // Without a listener, an early stream error would end the process; reading rejects with it.
  archive.on('error', () => {});
  await migrate(pool, 'event-store', eventStoreSteps);
  await migrate(pool, 'personal-data', personalDataSteps);
  const taking = inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(${appendLock})`);
    if ((await client.query('select 1 from events limit 1')).rowCount) throw new LogNotEmpty();
    const taken = await takeOver(client, archive);
    await client.query(`notify ${appendedChannel}`);
    return taken;
  });
  return taking.catch((error: unknown) => {
    throw asPostgresError(error);
  });
}

async function takeOver(client: pg.PoolClient, archive: Readable): Promise<number> {
  const taken = { events: 0, keys: 0 };
  for await (const chunk of archiveChunks(archive)) {
    const before = taken.events + taken.keys;
    const { events, keys, bad } = parseLines(chunk, before, taken.keys > 0);
    if (events.length > 0) await insertChunk(client, events, before);
    if (bad) throw bad;
    if (keys.length > 0) await client.query(addKeysSql, [JSON.stringify(keys.map(({ personalKey }) => personalKey))]);
    taken.events += events.length;
    taken.keys += keys.length;
  }
  return taken.events;
}

async function insertChunk(client: pg.PoolClient, chunk: ArchiveLine[], linesBefore: number): Promise<void> {
  await client.query('savepoint chunk');
  try {
    const misplaced = await insert(client, chunk);
    if (misplaced) throw new BadArchiveLine(linesBefore + misplaced, 'is not the next event of its stream');
  } catch (error) {
    if (!isDataError(error)) throw error;
    await client.query('rollback to savepoint chunk');
    if (chunk.length === 1) throw new BadArchiveLine(linesBefore + 1, error.message);
    // The chunk holds an event that cannot be stored; a binary search finds it.
    const middle = chunk.length >> 1;
    await insertChunk(client, chunk.slice(0, middle), linesBefore);
    await insertChunk(client, chunk.slice(middle), linesBefore + middle);
  }
}

const isDataError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? '');

/** Returns the line number in the chunk (from 1) of the first event with a wrong version. Null when all events were inserted. */
async function insert(client: pg.PoolClient, events: ArchiveLine[]): Promise<number | null> {
  const { rows } = await client.query<{ line: string | null }>({ name: 'event-store/import', text: importSql, values: [JSON.stringify(events)] });
  return rows[0]?.line ? Number(rows[0].line) : null;
}

const importSql = `
with given as materialized (
  select * from rows from (json_to_recordset($1) as
    (stream text, version bigint, id uuid, type text, schema int, at timestamptz, data jsonb, meta jsonb))
    with ordinality as g(stream, version, id, type, schema, at, data, meta, line)
), known as materialized (
  select s.stream, coalesce((select e.version from events e where e.stream = s.stream order by e.version desc limit 1), 0) as version
  from (select distinct stream from given) s
), misplaced as materialized (
  select min(p.line) as line
  from (select g.line, g.stream, g.version, row_number() over (partition by g.stream order by g.line) as n from given g) p
  join known k on k.stream = p.stream where p.version <> k.version + p.n
), added as (
  insert into events (stream, version, id, type, schema, created_at, data, meta)
  select stream, version, id, type, schema, at, data, meta from given where (select line from misplaced) is null order by line
)
select line from misplaced`;

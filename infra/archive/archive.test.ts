import { randomBytes, randomUUID } from 'node:crypto';
import { PassThrough, Readable, Writable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newEvent, newEvents, newStream } from '../event-store/contract.ts';
import type { EventStore } from '../event-store/port.ts';
import { postgresEventStore } from '../event-store/postgres.ts';
import { beforeFirstKey, type PersonalKeys } from '../personal-data/port.ts';
import { postgresPersonalKeys } from '../personal-data/postgres.ts';
import { type TestDatabase, testDatabase } from '../postgres/test-database.ts';
import { BadArchiveLine, exportLog, importLog, LogNotEmpty } from './archive.ts';

interface Log {
  database: TestDatabase;
  store: EventStore;
  keys: PersonalKeys;
}
let from: Log;
let to: Log;

const open = async (): Promise<Log> => {
  const database = await testDatabase();
  const [store, keys] = [postgresEventStore(database.pool), postgresPersonalKeys(database.pool)];
  await Promise.all([store.head(), keys.read([])]);
  return { database, store, keys };
};
const empty = (): Promise<unknown> =>
  Promise.all([from, to].map(({ database }) => database.pool.query('truncate events, personal_keys restart identity')));

beforeAll(async () => {
  [from, to] = await Promise.all([open(), open()]);
});
beforeEach(empty);
afterAll(async () => {
  for (const { database, store } of [from, to]) {
    await store.close();
    await database.close();
  }
});

async function archiveOf({ store, keys }: Log): Promise<string> {
  const parts: Buffer[] = [];
  const archive = new Writable({
    write: (part: Buffer, _, done) => {
      parts.push(part);
      done();
    },
  });
  await exportLog({ sealedEvents: store, personalKeys: keys }, archive);
  return Buffer.concat(parts).toString('utf8');
}

const line = (stream: string, version: number, more: object = {}): string => JSON.stringify({ stream, version, ...newEvent(), ...more });

// Generated texts exclude NUL and lone surrogates, which Postgres cannot store.
const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((value) => !value.includes('\u0000'));
const json = fc
  .dictionary(text, fc.jsonValue({ stringUnit: 'grapheme' }), { maxKeys: 4 })
  .filter((value) => !JSON.stringify(value).includes('\\u0000'));
const appends = fc.array(fc.record({ stream: fc.constantFrom('a', 'b', 'ü\n🗺️'), data: fc.array(json, { minLength: 1, maxLength: 3 }) }), {
  maxLength: 12,
});

test('Archive import yields the same log, and an export of that log the same archive', async () => {
  await fc.assert(
    fc.asyncProperty(appends, async (history) => {
      await empty();
      for (const { stream, data } of history) {
        await from.store.append(
          stream,
          'any',
          data.map((each) => ({ ...newEvent(), data: each })),
        );
      }
      const archive = await archiveOf(from);
      // Pieces of 37 bytes, so that a cut may fall inside a character.
      const bytes = Buffer.from(archive);
      const pieces = Array.from({ length: Math.ceil(bytes.length / 37) }, (_, index) => bytes.subarray(index * 37, index * 37 + 37));
      expect(await importLog(to.database.pool, Readable.from(pieces, { objectMode: false }))).toBe(history.flatMap(({ data }) => data).length);
      const log = async (store: EventStore) => (await store.readAll(0, 1_000)).map(({ position: _, ...event }) => event);
      expect(await log(to.store)).toEqual(await log(from.store));
      expect(await archiveOf(to)).toBe(archive);
    }),
    { numRuns: 40 },
  );
});

test('Archive import keeps event data with a property named __proto__', async () => {
  const data = JSON.parse('{"__proto__":{"a":1}}');
  expect(await importLog(to.database.pool, Readable.from([line('a', 1, { data })]))).toBe(1);
  expect(JSON.stringify((await to.store.read('a'))[0]?.data)).toBe('{"__proto__":{"a":1}}');
});

const drawn = (accountId: string, life: number) => ({ accountId, life, key: randomBytes(32) });
const keyLine = ({ accountId, life, key }: ReturnType<typeof drawn>): string =>
  JSON.stringify({ personalKey: { accountId, life, key: key.toString('base64') } });

test('Archive has all personal keys except the destroyed ones', async () => {
  const keys = Array.from({ length: 2_100 }, () => drawn(randomUUID(), 1)).toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1));
  const gone = drawn(randomUUID(), 1);
  await from.store.append('note-1', 0, newEvents(2));
  await from.keys.add([...keys, gone]);
  await from.keys.destroy(gone.accountId, 2);
  const archive = await archiveOf(from);
  expect(archive.trimEnd().split('\n').slice(2)).toEqual(keys.map(keyLine));
  expect(await importLog(to.database.pool, Readable.from([archive]))).toBe(2);
  expect(await archiveOf(to)).toBe(archive);
  expect(await to.keys.read([gone.accountId])).toEqual([]);
});

test('Append after an archive import has a higher position than all imported events', async () => {
  const archive = Array.from({ length: 2_500 }, (_, index) => line(`note-${index % 7}`, Math.floor(index / 7) + 1)).join('\n');
  expect(await importLog(to.database.pool, Readable.from([archive]))).toBe(2_500);
  const version = (await to.store.read('note-0')).length;
  const { position } = await to.store.append('note-0', version, newEvents(1));
  expect(position).toBeGreaterThan((await to.store.readAll(0, 5_000)).at(-2)?.position ?? Number.NaN);
  expect((await to.store.readAll(0, 5_000)).length).toBe(2_501);
});

const repeated = randomUUID();
test.each<[string, number, (good: string) => string]>([
  ['no JSON', 3, () => '{"stream":'],
  ['an empty line', 3, () => ''],
  ['no version', 3, () => line('c', 1, { version: undefined })],
  ['an unknown field', 3, () => line('c', 1, { position: 3 })],
  ['a gap in a stream', 3, () => line('a', 3)],
  ['a stream that begins late', 3, () => line('c', 2)],
  ['a version twice', 3, () => line('b', 1)],
  ['an id twice', 3, () => line('c', 1, { id: repeated })],
  ['a key of the wrong length', 3, () => keyLine({ ...drawn('c', 1), key: randomBytes(31) })],
  ['an event after the keys', 4, () => `${keyLine(drawn('c', 1))}\n${line('c', 1)}`],
  ['a NUL character', 3, () => line('c', 1, { data: { text: '\u0000' } })],
  [
    'a bad line far into the archive',
    1_703,
    () => `${Array.from({ length: 1_700 }, (_, index) => line('d', index + 1)).join('\n')}\n${line('d', 1)}`,
  ],
])('Archive import names the first invalid line and imports nothing: %s', async (_, number, bad) => {
  const archive = [line('a', 1, { id: repeated }), line('b', 1), bad(''), 'also bad', ''].join('\n');
  const failed = await importLog(to.database.pool, Readable.from([archive])).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(BadArchiveLine);
  expect(failed).toMatchObject({ line: number });
  expect([await to.store.head(), await to.keys.list(beforeFirstKey, 1)]).toEqual([0, []]);
});

test('Archive import refuses a log with events', async () => {
  await to.store.append(newStream(), 0, newEvents(1));
  await expect(importLog(to.database.pool, Readable.from([line('a', 1)]))).rejects.toThrow(LogNotEmpty);
  expect(await to.store.readAll(0, 10)).toHaveLength(1);
});

test('Archive import stores nothing when the archive stream fails', async () => {
  const archive = new PassThrough();
  archive.write(`${line('a', 1)}\n`);
  const failed = expect(importLog(to.database.pool, archive)).rejects.toThrow('disk on fire');
  archive.destroy(new Error('disk on fire'));
  await failed;
  expect(await to.store.head()).toBe(0);
});

test('Archive export omits events appended during the export', async () => {
  const stream = newStream();
  await from.store.append(stream, 0, newEvents(3));
  const archive = new PassThrough({ highWaterMark: 1 });
  const exported = exportLog({ sealedEvents: from.store, personalKeys: from.keys }, archive);
  await new Promise((resolve) => archive.once('readable', resolve));
  await from.store.append(stream, 3, newEvents(2));
  archive.resume();
  expect(await exported).toBe(3);
});

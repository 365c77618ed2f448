import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Rejected } from '../errors.ts';
import type { EventStore } from '../event-store/port.ts';
import { postgresEventStore } from '../event-store/postgres.ts';
import { newId } from '../identifier.ts';
import { type TestDatabase, testDatabase } from '../postgres/test-database.ts';
import { type CommandHandler, type CommandOrder, createCommandHandler, type OrderResult } from './command-handler.ts';
import { jarStream } from './jar-fixture.ts';

let database: TestDatabase;
let store: EventStore;
let commands: CommandHandler;
beforeAll(async () => {
  database = await testDatabase();
  store = postgresEventStore(database.pool);
  commands = createCommandHandler(store);
});
afterAll(async () => {
  await store.close();
  await database.close();
});

const order = (id: string, command: number, commandId = newId()): CommandOrder<number> => ({
  id,
  command,
  context: { actorId: null, now: new Date().toISOString(), commandId, requestHash: 'h' },
});
const word = (settled: OrderResult): string => (settled instanceof Rejected ? settled.code : settled.position === null ? 'as it was' : 'done');
const held = async (id: string): Promise<number> => (await commands.load(jarStream, id)).state;

describe('commands of one executeEach call', () => {
  test('are executed independently, even when some are refused or change nothing', async () => {
    const ids = Array.from({ length: 300 }, newId);
    const settled = await commands.executeEach(
      jarStream,
      ids.map((id, index) => order(id, index % 3 === 0 ? 6 : index % 3 === 1 ? 0 : 2)),
    );
    expect(settled.map(word)).toEqual(ids.map((_, index) => ['jar/full', 'as it was', 'done'][index % 3]));
    expect(await Promise.all(ids.slice(0, 3).map(held))).toEqual([0, 0, 2]);
  });

  test('return their first results when repeated with their command ids, and append nothing', async () => {
    const orders = Array.from({ length: 20 }, () => order(newId(), 3));
    const first = await commands.executeEach(jarStream, orders);
    const again = await createCommandHandler(store).executeEach(jarStream, orders);
    expect(first.map(word)).toEqual(orders.map(() => 'done'));
    expect(again).toEqual(first);
    for (const { id } of orders) expect(await store.read(`jar-${id}`)).toHaveLength(1);
  });

  test('are executed in order where they share a stream', async () => {
    const id = newId();
    const settled = await commands.executeEach(jarStream, [order(id, 2), order(id, 2), order(id, 2), order(id, 1), order(newId(), 5)]);
    expect(settled.map(word)).toEqual(['done', 'done', 'jar/full', 'done', 'done']);
    expect(await held(id)).toBe(5);
  });

  test('are executed once when another process runs them concurrently', async () => {
    const orders = Array.from({ length: 100 }, () => order(newId(), 3));
    const other = createCommandHandler(store);
    const both = await Promise.all([commands.executeEach(jarStream, orders), other.executeEach(jarStream, orders)]);
    for (const settled of both) expect(settled.map(word)).toEqual(orders.map(() => 'done'));
    for (const { id } of orders) expect(await held(id)).toBe(3);
  });

  test('fail as a whole when the log is unavailable', async () => {
    const away = createCommandHandler({ ...store, append: () => Promise.reject(new Error('away')) });
    await expect(away.executeEach(jarStream, [order(newId(), 1), order(newId(), 0)])).rejects.toThrow('away');
  });
});

describe('command with an idempotency key', () => {
  const context = (commandId: string, requestHash = 'h') => ({ actorId: null, now: new Date().toISOString(), commandId, requestHash });
  const code = (error: unknown): string => (error instanceof Rejected ? error.code : String(error));

  test('returns its first result when repeated, without a call of the command factory', async () => {
    const [id, key] = [newId(), newId()];
    const first = await commands.execute(jarStream, id, [2], context(key));
    await commands.execute(jarStream, id, [3], context(newId()));
    const again = await createCommandHandler(store).execute(jarStream, id, () => Promise.reject(new Error('made again')), context(key));
    expect(again).toEqual({ ...first, replayed: true });
  });

  test('answers request/key-reused when its key belongs to another request, on this stream or another', async () => {
    const [id, key] = [newId(), newId()];
    await commands.execute(jarStream, id, [2], context(key));
    for (const target of [id, newId()]) {
      expect(await commands.execute(jarStream, target, [1], context(key, 'other')).catch(code)).toBe('request/key-reused');
    }
    expect(await commands.execute(jarStream, newId(), [1], context(key)).catch(code)).toBe('request/key-reused');
    expect(await held(id)).toBe(2);
  });

  test.each([
    ['one event', [1]],
    ['several events', [1, 1]],
  ])('of %s runs once when different requests use the key concurrently, in two processes', async (_, more) => {
    const [key, all] = [newId(), [commands, createCommandHandler(store)]];
    const ids = [newId(), ...Array.from({ length: 4 }, newId)];
    const same = ids[0] as string; // the first of five
    const tried = all.flatMap((handler, index) => [
      ...ids.map((id) => handler.execute(jarStream, id, more, context(key, `${id} ${index}`)).catch(code)),
      handler.execute(jarStream, same, [2], context(key, `${index}`)).catch(code),
    ]);
    const strangers = Array.from({ length: 30 }, () => commands.execute(jarStream, newId(), [1], context(newId())));
    const results = await Promise.all(tried);
    expect((await Promise.all(strangers)).every(({ version }) => version === 1)).toBe(true);
    expect(results.filter((one) => typeof one === 'string')).toEqual(Array.from({ length: results.length - 1 }, () => 'request/key-reused'));
  });

  test('returns the result of the same request that succeeded meanwhile in another process', async () => {
    const [id, key] = [newId(), newId()];
    const slow = Promise.withResolvers<number[]>();
    const waiting = commands.execute(jarStream, id, () => slow.promise, context(key));
    const other = await createCommandHandler(store).execute(jarStream, id, [4], context(key));
    slow.resolve([4]);
    expect(await waiting).toEqual({ ...other, replayed: true });
  });
});

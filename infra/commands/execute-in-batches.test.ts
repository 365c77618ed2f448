import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Rejected } from '../errors.ts';
import type { EventStore } from '../event-store/port.ts';
import { postgresEventStore } from '../event-store/postgres.ts';
import { newId } from '../identifier.ts';
import { type TestDatabase, testDatabase } from '../postgres/test-database.ts';
import { type CommandHandler, type CommandOrder, createCommandHandler, type OrderResult } from './command-handler.ts';
import { yieldToEventLoop } from './execute-in-batches.ts';
import { jarStream } from './jar-fixture.ts';

let database: TestDatabase;
let store: EventStore;
/** Streams that each statement requested. */
let asked: (readonly string[])[];
let commands: CommandHandler;
beforeAll(async () => {
  database = await testDatabase();
  store = postgresEventStore(database.pool);
});
beforeEach(() => {
  asked = [];
  commands = createCommandHandler({
    ...store,
    read: (stream, ...range) => {
      asked.push([stream]);
      return store.read(stream, ...range);
    },
    readMany: (streams) => {
      asked.push(streams);
      return store.readMany(streams);
    },
  });
});
afterAll(async () => {
  await store.close();
  await database.close();
});

const context = (commandId = newId(), requestHash = 'h') => ({ actorId: null, now: new Date().toISOString(), commandId, requestHash });
const order = (id: string, command: number): CommandOrder<number> => ({ id, command, context: context() });
const word = (settled: OrderResult): string => (settled instanceof Rejected ? settled.code : settled.position === null ? 'as it was' : 'done');
/** Creates a stream that this process has cached; returns its id. */
async function inMemory(held: number): Promise<string> {
  const id = newId();
  await commands.execute(jarStream, id, [held], context());
  asked = [];
  return id;
}

test('Batch execution reads at most 100 streams per statement and yields to the event loop in between', async () => {
  const ids = Array.from({ length: 250 }, newId);
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (turns > 0) setImmediate(count);
  };
  setImmediate(count);
  const turnsAt: number[] = [];
  const read = createCommandHandler({
    ...store,
    readMany: (streams) => {
      asked.push(streams);
      turnsAt.push(turns);
      return store.readMany(streams);
    },
  });
  const settled = await read.executeEach(
    jarStream,
    ids.map((id) => order(id, 1)),
  );
  turns = Number.NEGATIVE_INFINITY;
  expect(settled.map(word)).toEqual(ids.map(() => 'done'));
  expect(asked.map((streams) => streams.length)).toEqual([100, 100, 50]);
  expect(turnsAt).toEqual([...new Set(turnsAt)].sort((one, other) => one - other));
});

test('Batch execution reads a stream once for 250 orders', async () => {
  const id = newId();
  const settled = await commands.executeEach(
    jarStream,
    Array.from({ length: 250 }, (_, index) => order(id, index < 240 ? 0 : 1)),
  );
  expect(settled.map(word)).toEqual(Array.from({ length: 250 }, (_, index) => (index < 240 ? 'as it was' : index < 245 ? 'done' : 'jar/full')));
  expect(asked).toEqual([[`jar-${id}`]]);
});

test('Batch execution uses a cached stream state without a read, and updates it', async () => {
  const id = await inMemory(2);
  expect((await commands.executeEach(jarStream, [order(id, 3)])).map(word)).toEqual(['done']);
  expect((await commands.recall(jarStream, id, () => true)).state).toBe(5);
  expect(asked).toEqual([]);
});

test('Batch execution adds no stream to the state cache', async () => {
  const id = newId();
  await commands.executeEach(jarStream, [order(id, 3)]);
  asked = [];
  expect((await commands.recall(jarStream, id, () => true)).state).toBe(3);
  expect(asked).toEqual([[`jar-${id}`]]);
});

test('Batch execution on an outdated cache neither refuses valid orders nor accepts forbidden ones', async () => {
  const [full, open] = [await inMemory(2), await inMemory(2)];
  const other = createCommandHandler(store);
  await other.execute(jarStream, full, [3], context());
  await other.execute(jarStream, open, [1], context());
  expect((await commands.executeEach(jarStream, [order(full, 2), order(open, 2), order(open, 0)])).map(word)).toEqual([
    'jar/full',
    'done',
    'as it was',
  ]);
  expect((await commands.executeEach(jarStream, [order(open, 0)])).map(word)).toEqual(['as it was']);
});

test('Batch execution returns the first result for a repetition, and request/key-reused for another request under its command id', async () => {
  const [known, unknown] = [await inMemory(1), newId()];
  for (const id of [known, unknown]) {
    const first = { ...order(id, 3) };
    const settled = await commands.executeEach(jarStream, [first]);
    const stranger = { ...first, context: context(first.context.commandId, 'another') };
    for (const handler of [commands, createCommandHandler(store)]) {
      expect(await handler.executeEach(jarStream, [first])).toEqual(settled);
      expect((await handler.executeEach(jarStream, [stranger])).map(word)).toEqual(['request/key-reused']);
    }
    expect((await commands.load(jarStream, id)).state).toBe(id === known ? 4 : 3);
  }
});

/** Keeps the event loop busy for a number of turns, like requests. */
function keepBusy(turns: number): { left(): number; stop(): void } {
  let left = turns;
  const work = (): void => {
    const until = performance.now() + 3;
    while (performance.now() < until);
    left -= 1;
    if (left > 0) setImmediate(work);
  };
  setImmediate(work);
  return {
    left: () => left,
    stop: () => {
      left = 0;
    },
  };
}

test('Yield to the event loop resolves after other work has finished', async () => {
  const others = keepBusy(5);
  await yieldToEventLoop(60_000);
  expect(others.left()).toBe(0);
});

test('Yield to the event loop ends even under endless other work', async () => {
  const others = keepBusy(Number.POSITIVE_INFINITY);
  await yieldToEventLoop();
  expect(others.left()).toBe(Number.POSITIVE_INFINITY);
  others.stop();
});

import { defineEvents } from '@waystory/proto/kit/event.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Rejected } from '../errors.ts';
import { AppendTooLarge, type EventStore } from '../event-store/port.ts';
import { postgresEventStore } from '../event-store/postgres.ts';
import { newId } from '../identifier.ts';
import { type TestDatabase, testDatabase } from '../postgres/test-database.ts';
import { type CommandContext, createCommandHandler } from './command-handler.ts';
import { CommandWithLinks, linkedCommand } from './decider.ts';
import { jarStream, labelStream, recordingStore } from './jar-fixture.ts';

let database: TestDatabase;
let store: EventStore;
beforeAll(async () => {
  database = await testDatabase();
  store = postgresEventStore(database.pool);
});
afterAll(async () => {
  await store.close();
  await database.close();
});

const context = (commandId = newId(), requestHash?: string): CommandContext => ({
  ...{ actorId: null, now: new Date().toISOString(), commandId },
  ...(requestHash && { requestHash }),
});
const code = (error: unknown): string => (error instanceof Rejected ? error.code : String(error));

/** A command handler on a recording store, like another process. */
function process() {
  const watch = recordingStore(store);
  return { ...watch, commands: createCommandHandler(watch.store) };
}

describe('concurrent commands on one stream', () => {
  test('share one append after the append in progress, each with its own ids and outcome', async () => {
    const { commands, appends, hold } = process();
    const [id, ids] = [newId(), Array.from({ length: 4 }, newId)];
    const release = hold();
    const first = commands.execute(jarStream, id, [1], context());
    await expect.poll(() => appends.length).toBe(1);
    const others = ids.map((commandId, index) =>
      commands.execute(jarStream, id, [index === 1 ? 5 : index === 2 ? 0 : 1], context(commandId)).catch(code),
    );
    release();
    expect(await first).toMatchObject({ state: 1, version: 1 });
    const [second, full, none, last] = await Promise.all(others);
    expect([second, full, none, last]).toMatchObject([{ state: 2, version: 2 }, 'jar/full', { state: 2, version: 2 }, { state: 3, version: 3 }]);
    const together = appends.filter(({ stream }) => stream === `jar-${id}`);
    expect(together.at(-1)?.events).toHaveLength(2);
    expect((await store.read(`jar-${id}`)).slice(1).map(({ meta }) => meta.commandId)).toEqual([ids[0], ids[3]]);
  });

  test('share one append when they arrive in one tick', async () => {
    const { commands, appends } = process();
    const id = newId();
    const all = await Promise.all(Array.from({ length: 5 }, () => commands.execute(jarStream, id, [1], context())));
    expect(all.map(({ state, version }) => [state, version])).toEqual([1, 2, 3, 4, 5].map((count) => [count, count]));
    expect(appends.map(({ events }) => events.length)).toEqual([5]);
    expect(new Set(all.map(({ position }) => position)).size).toBe(1);
  });

  test('are all decided again after a conflict with another process', async () => {
    const { commands, appends } = process();
    const id = newId();
    await commands.execute(jarStream, id, [1], context());
    await process().commands.execute(jarStream, id, [2], context());
    const settled = await Promise.all([1, 2, 1].map((count) => commands.execute(jarStream, id, [count], context()).catch(code)));
    expect(settled).toMatchObject([{ state: 4 }, 'jar/full', { state: 5 }]);
    expect(appends.map(({ events }) => events.length)).toEqual([1, 3, 2]);
  });

  test('each check If-Match against the state after the previous command', async () => {
    const { commands } = process();
    const id = newId();
    const settled = await Promise.all([0, 0, 1].map((held) => commands.execute(jarStream, id, [1], context(), { ifMatch: [`${held}`] }).catch(code)));
    expect(settled).toMatchObject([{ state: 1 }, 'request/stale', { state: 2 }]);
  });

  test('succeed, except one with a used idempotency key and one with an unstorable event', async () => {
    const { commands } = process();
    const [id, key] = [newId(), newId()];
    await commands.execute(jarStream, newId(), [1], context(key, 'h'));
    const odd = context();
    const settled = await Promise.all([
      commands.execute(jarStream, id, [1], context()).catch(code),
      commands.execute(jarStream, id, [1], { ...odd, actorId: 'a\u0000b' }).catch((error: unknown) => (error as Error & { code: string }).code), // an error of the store
      commands.execute(jarStream, id, [1], context(key, 'other')).catch(code),
      commands.execute(jarStream, id, [1], context()).catch(code),
    ]);
    expect(settled).toMatchObject([{ state: 1 }, 'event-store/unstorable', 'request/key-reused', { state: 2 }]);
    expect(await store.read(`jar-${id}`)).toHaveLength(2);
  });

  test('succeed, except one that exceeds the append limit', async () => {
    const most = 2;
    const append: EventStore['append'] = (stream, expected, events, ...more) =>
      events.length > most ? Promise.reject(new AppendTooLarge('too large')) : store.append(stream, expected, events, ...more);
    const commands = createCommandHandler({ ...store, append });
    const id = newId();
    const settled = await Promise.all([[1], [1, 1, 1], [1]].map((counts) => commands.execute(jarStream, id, counts, context()).catch(code)));
    expect(settled).toMatchObject([{ state: 1 }, 'write/too-large', { state: 2 }]);
    expect(await store.read(`jar-${id}`)).toHaveLength(2);
  });

  test('append once for two commands with the same idempotency key', async () => {
    const { commands } = process();
    const [id, same] = [newId(), context(newId(), 'h')];
    const settled = await Promise.all([same, context(), same].map((one) => commands.execute(jarStream, id, [1], one)));
    expect(settled.map(({ replayed }) => replayed).sort()).toEqual([false, false, true]);
    expect(await store.read(`jar-${id}`)).toHaveLength(2);
  });

  test('all fail when the log is unavailable', async () => {
    const away = createCommandHandler({ ...store, append: () => Promise.reject(new Error('away')) });
    const id = newId();
    const settled = await Promise.all([1, 2].map((count) => away.execute(jarStream, id, [count], context()).catch(code)));
    expect(settled).toEqual(['Error: away', 'Error: away']);
  });
});

describe('command linked to another stream', () => {
  const labelled =
    (id: string, count = 1) =>
    async () =>
      new CommandWithLinks(count, [linkedCommand(labelStream, id, 'plums')]);

  test('shares one append with its linked command, without a read of the other stream', async () => {
    const { commands, appends, reads } = process();
    const [id, other] = [newId(), newId()];
    await commands.execute(jarStream, id, labelled(other), { ...context(), drawnId: id });
    expect(appends).toMatchObject([{ stream: `jar-${id}`, companions: [`label-${other}`] }]);
    expect(reads).toEqual([]);
    expect((await process().commands.load(labelStream, other)).state).toBe('plums');
  });

  test('is appended alone when the linked command was executed before, in any process', async () => {
    const { commands, appends } = process();
    const [id, here, there] = [newId(), newId(), newId()];
    await process().commands.execute(labelStream, there, ['pears'], context());
    for (const other of [here, here, there, there]) await commands.execute(jarStream, id, labelled(other), context());
    expect(appends.map(({ companions }) => companions.length)).toEqual([1, 0, 1, 0, 0]);
    expect(await store.read(`jar-${id}`)).toHaveLength(4);
    expect((await commands.load(labelStream, there)).state).toBe('pears');
  });

  test('leaves nothing on the other stream when it is refused', async () => {
    const { commands } = process();
    const other = newId();
    expect(await commands.execute(jarStream, newId(), labelled(other, 6), context()).catch(code)).toBe('jar/full');
    expect(await store.read(`label-${other}`)).toEqual([]);
  });

  test('has its linked command executed once when several commands share the link', async () => {
    const { commands } = process();
    const [other, ids] = [newId(), [newId(), newId()]];
    const tried = [...ids, ...ids, ...ids].map((id) => commands.execute(jarStream, id, labelled(other), context()));
    expect((await Promise.all(tried)).map(({ state }) => state)).toEqual([1, 1, 2, 2, 3, 3]);
    expect(await store.read(`label-${other}`)).toHaveLength(1);
  });

  test('returns its first result under the same idempotency key, and executes neither command again', async () => {
    const [id, other, one] = [newId(), newId(), context(newId(), 'h')];
    const first = await process().commands.execute(jarStream, id, labelled(other), one);
    expect(await process().commands.execute(jarStream, id, labelled(other), one)).toEqual({ ...first, replayed: true });
    expect(await store.read(`label-${other}`)).toHaveLength(1);
  });
});

describe('cached stream state', () => {
  test('is returned without a read when the predicate accepts it, and otherwise after a read', async () => {
    const { commands, reads } = process();
    const id = newId();
    await commands.execute(labelStream, id, ['plums'], { ...context(), drawnId: id });
    const isWritten = (text: string | null): boolean => text !== null;
    expect(await commands.recall(labelStream, id, isWritten)).toEqual({ state: 'plums', version: 1 });
    expect(reads).toEqual([]);
    expect((await commands.recall(labelStream, id, (text) => text === 'pears')).state).toBe('plums');
    expect((await commands.recall(labelStream, newId(), isWritten)).state).toBeNull();
    expect(reads).toHaveLength(2);
  });

  test('includes writes of other processes after a second', async () => {
    const [{ commands, reads }, other] = [process(), process()];
    const id = newId();
    await commands.execute(jarStream, id, [1], { ...context(), drawnId: id });
    await other.commands.execute(jarStream, id, [2], context());
    const later = performance.now() + 1_000;
    const now = vi.spyOn(performance, 'now').mockReturnValue(later);
    const { state } = await commands.recall(jarStream, id, () => true).finally(() => now.mockRestore());
    expect(state).toBe(3);
    expect(reads).toHaveLength(1);
  });
});

test('Events returned by rules are appended and loaded without a schema validation', async () => {
  let checked = 0;
  const count = z.number().refine(() => ++checked > 0);
  const counting: typeof jarStream = { ...jarStream, category: 'counting', events: defineEvents({ Added: z.object({ count }) }) };
  const { commands } = process();
  const id = newId();
  for (const added of [1, 2]) await commands.execute(counting, id, [added], context());
  expect((await commands.load(counting, id)).state).toBe(3);
  expect(checked).toBe(0);
});

describe('repetition of a command on a long stream', () => {
  const small: typeof jarStream = {
    ...jarStream,
    category: 'silo',
    decider: { ...jarStream.decider, decide: (count) => [{ type: 'Added', data: { count } }] },
  };

  test('reads fewer than 20 events in the same process, and fewer than 120 in another', async () => {
    const { commands, reads } = process();
    const [id, early, late] = [newId(), context(newId(), 'h'), context(newId(), 'h')];
    await commands.execute(small, id, [1, 1], early);
    for (let times = 0; times < 6; times++)
      await commands.execute(
        small,
        id,
        Array.from({ length: 100 }, () => 1),
        context(),
      );
    const last = await commands.execute(small, id, [1, 1, 1], late);
    reads.length = 0;
    expect(await commands.execute(small, id, [1, 1, 1], late)).toEqual({ ...last, replayed: true });
    expect(reads.reduce((sum, { events }) => sum + events, 0)).toBeLessThanOrEqual(3);
    const other = process();
    expect(await other.commands.execute(small, id, [1, 1, 1], late)).toEqual({ ...last, replayed: true });
    expect(other.reads.reduce((sum, { events }) => sum + events, 0)).toBeLessThan(120);
    reads.length = 0;
    expect(await commands.execute(small, id, [1, 1], early)).toMatchObject({ state: 2, version: 2, replayed: true });
    expect(reads.reduce((sum, { events }) => sum + events, 0)).toBeLessThan(20);
  });
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { EngineUnavailable } from '../errors.ts';
import { boardEvents, log, type Step, type TestEngines, testEngines, until, write } from '../read-models/projector/projector-fixture.ts';
import { defineReactor, runReactor } from './reactor.ts';

let engines: TestEngines;
let reacted: string[];
let react: (text: string) => Promise<void>;
beforeEach(async () => {
  engines = await testEngines();
  reacted = [];
  react = async () => {};
});
afterEach(() => engines.close());

const reactor = defineReactor({
  name: 'greeter',
  reads: boardEvents,
  on: {
    NoteEdited: async ({ data: { text } }) => {
      await react(text);
      reacted.push(text);
    },
  },
});
const run = (on = engines) => engines.running(runReactor({ ...on, reactor, checkpoints: on.store, log }));
const edit = (noteId: string, text: string): Step => ({ stream: `note-${noteId}`, type: 'NoteEdited', data: { noteId, text } });
const parked = async () =>
  (await engines.deadLetters.list({ consumer: 'reactor:greeter', limit: 10 })).map(({ record, error }) => [record.event.data.text, error]);

test('Reactor handles each event in order, and only new ones after a restart', async () => {
  const first = run();
  await write(engines.events, [edit('a', '1'), { stream: 'board-b', type: 'BoardClosed', data: { boardId: 'b' } }, edit('b', '2'), edit('a', '3')]);
  await until(() => reacted.length === 3);
  await until(async () => (await engines.store.checkpoints('reactor:greeter'))['0']?.offset === (await engines.events.head()));
  await first.stop();
  await write(engines.events, [edit('a', '4')]);
  run();
  await until(() => reacted.length >= 4);
  expect(reacted).toEqual(['1', '2', '3', '4']);
});

test('Reactor does not repeat events before a failure in the same batch', async () => {
  let failures = 2;
  react = async (text) => {
    if (text === '3' && failures-- > 0) throw new Error('not yet');
  };
  await write(engines.events, [edit('a', '1'), edit('b', '2'), edit('c', '3'), edit('d', '4')]);
  run();
  await until(() => reacted.length === 4);
  expect(reacted).toEqual(['1', '2', '3', '4']);
  expect(await parked()).toEqual([]);
});

test('Reactor parks a poison event with its stream and replays on request', async () => {
  let mended = false;
  react = async (text) => {
    if (text === 'bad' && !mended) throw new Error('cannot');
  };
  run();
  await write(engines.events, [edit('a', 'bad'), edit('b', '1'), edit('a', '2'), edit('b', '3')]);
  await until(() => reacted.length === 2);
  await until(async () => (await parked()).length === 2);
  expect(await parked()).toEqual([
    ['bad', 'Error: cannot'],
    ['2', null],
  ]);
  mended = true;
  await until(async () => (await engines.store.checkpoints('reactor:greeter'))['0']?.offset === (await engines.events.head()));
  await engines.deadLetters.replay('reactor:greeter', 'note-a');
  await until(() => reacted.length === 4);
  expect(reacted).toEqual(['1', '3', 'bad', '2']);
  await until(async () => (await parked()).length === 0);
});

test('Reactor retries while an engine is unavailable, without a dead letter, whatever the number of failures', async () => {
  let failures = 5;
  react = async () => {
    if (failures-- > 0) throw new EngineUnavailable('payments', null);
  };
  run();
  await write(engines.events, [edit('a', '1')]);
  await until(() => reacted.length === 1);
  expect(failures).toBe(-1);
  expect(await parked()).toEqual([]);
});

test('Reactor handles consecutive events as a batch, and one by one after a failure', async () => {
  const together: string[][] = [];
  const withTogether = defineReactor({
    name: 'greeter',
    reads: boardEvents,
    on: { NoteEdited: async ({ data: { text } }) => void reacted.push(text), BoardClosed: async () => {} },
    together: {
      NoteEdited: async (events) => {
        together.push(events.map(({ data: { text } }) => text));
        if (together.length === 2) throw new Error('one of them is odd');
      },
    },
  });
  const closed: Step = { stream: 'board-z', type: 'BoardClosed', data: { boardId: 'z' } };
  await write(engines.events, [edit('a', '1'), edit('b', '2'), closed, edit('c', '3'), edit('a', '4'), closed, edit('d', '5')]);
  engines.running(runReactor({ ...engines, reactor: withTogether, checkpoints: engines.store, log }));
  await until(async () => (await engines.store.checkpoints('reactor:greeter'))['0']?.offset === (await engines.events.head()));
  expect(together).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
  expect(reacted).toEqual(['3', '4', '5']);
});

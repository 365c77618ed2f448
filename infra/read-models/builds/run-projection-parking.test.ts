import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  boardProjection,
  log,
  type RefusedText,
  type Step,
  type TestEngines,
  testEngines,
  until,
  untilApplied,
  write,
} from '../projector/projector-fixture.ts';
import { verify } from '../verify.ts';
import { runProjection } from './run-projection.ts';

let engines: TestEngines;
let refusing: RefusedText;
beforeEach(async () => {
  engines = await testEngines();
  refusing = { text: 'bad' };
});
afterEach(() => engines.close());

const consumer = 'boards@1001';
const open: Step = { stream: 'board-b', type: 'BoardOpened', data: { boardId: 'b', title: 'one' } };
const rename = (title: string): Step => ({ stream: 'board-b', type: 'BoardRenamed', data: { boardId: 'b', title } });
const pin = (noteId: string, text = 'x'): Step => ({ stream: `note-${noteId}`, type: 'NotePinned', data: { noteId, boardId: 'b', text } });
const edit = (noteId: string, text: string): Step => ({ stream: `note-${noteId}`, type: 'NoteEdited', data: { noteId, text } });

/** An event in the stream of n1 that changes a shared document. */
const vote: Step = { stream: 'note-n1', type: 'VoteCast', data: { boardId: 'b', weight: 1 } };

const project = () => engines.running(runProjection({ ...engines, projection: boardProjection(refusing), log }));
const listed = async () => (await engines.deadLetters.list({ consumer, limit: 100 })).map(({ record, error }) => [record.event.data.text, error]);
const refused = 'Error: cannot take bad';
const differing = async () => (await verify({ ...engines, projections: [boardProjection()] })).filter(({ equal }) => !equal);

/** Writes a poison event and three later events to the stream of n1, while other streams change the same documents. */
async function poisoned(): Promise<void> {
  project();
  const steps = [open, pin('n0'), pin('n1', 'bad'), edit('n1', 'second'), pin('n2'), rename('two'), edit('n2', 'fine')];
  await untilApplied(engines.store, 'boards', await write(engines.events, steps));
  await untilApplied(engines.store, 'boards', await write(engines.events, [edit('n1', 'third'), vote, pin('n3'), rename('three')]));
}

test('Poison event parks only the events of its own stream', async () => {
  await poisoned();
  expect(await listed()).toEqual([
    ['bad', refused],
    ['second', null],
    ['third', null],
    [undefined, null],
  ]);
  const notes = await engines.store.get('note@1001', ['n0', 'n1', 'n2', 'n3']);
  expect(notes.map(({ id, text, boardTitle }) => [id, text, boardTitle]).sort()).toEqual([
    ['n0', 'x', 'three'],
    ['n2', 'fine', 'three'],
    ['n3', 'x', 'three'],
  ]);
  expect((await engines.store.get('board@1001', ['b']))[0]).toEqual({ id: 'b', title: 'three', notes: 3 });
});

test('Replay of a poison event after a fix of the handler yields the same documents as the log', async () => {
  await poisoned();
  expect((await differing()).length).toBeGreaterThan(0);
  refusing.text = null;
  await engines.deadLetters.replay(consumer, 'note-n1');
  await until(async () => (await listed()).length === 0);
  expect(await differing()).toEqual([]);
  await untilApplied(engines.store, 'boards', await write(engines.events, [edit('n1', 'fourth'), rename('four')]));
  expect(await engines.store.get('note@1001', ['n1'])).toEqual([{ id: 'n1', text: 'fourth', boardTitle: 'four' }]);
  expect(await differing()).toEqual([]);
});

test('Failed replay leaves the stream parked with the new error', async () => {
  await poisoned();
  refusing.text = 'second';
  await engines.deadLetters.replay(consumer, 'note-n1');
  await until(async () => (await listed())[0]?.[1] === 'Error: cannot take second');
  expect(await listed()).toEqual([
    ['second', 'Error: cannot take second'],
    ['third', null],
    [undefined, null],
  ]);
  expect((await engines.store.get('note@1001', ['n1']))[0]?.text).toBe('bad');
});

test('Replay request is executed by the next running process, even without new events', async () => {
  await poisoned();
  const [first] = await engines.deadLetters.list({ consumer, limit: 1 });
  await engines.bus.close();
  refusing.text = null;
  await engines.deadLetters.replay(consumer, 'note-n1');
  const next = engines.another();
  engines.running(runProjection({ ...next, projection: boardProjection(refusing), log }));
  await until(async () => (await listed()).length === 0);
  expect(first?.record.event.stream).toBe('note-n1');
  expect(await differing()).toEqual([]);
});

test('Discarding a poison event replays the later events of its stream', async () => {
  await poisoned();
  const [bad] = await engines.deadLetters.list({ consumer, limit: 1 });
  expect(await engines.deadLetters.discard(bad?.id ?? '')).toBe(true);
  await until(async () => (await listed()).length === 0);
  // Without its first event, the note does not exist, so its edits have no effect.
  expect(await engines.store.get('note@1001', ['n1'])).toEqual([]);
  await untilApplied(engines.store, 'boards', await write(engines.events, [pin('n1', 'again')]));
  expect((await engines.store.get('note@1001', ['n1']))[0]?.text).toBe('again');
});

test('Discarding the only parked event of a stream unblocks the stream', async () => {
  project();
  await untilApplied(engines.store, 'boards', await write(engines.events, [open, pin('n1', 'bad')]));
  const [bad] = await engines.deadLetters.list({ consumer, limit: 1 });
  await engines.deadLetters.discard(bad?.id ?? '');
  await until(async () => (await engines.deadLetters.blockedStreams(consumer)).length === 0);
  await untilApplied(engines.store, 'boards', await write(engines.events, [pin('n1', 'good')]));
  await until(async () => (await engines.store.get('note@1001', ['n1'])).length === 1);
  expect(await listed()).toEqual([]);
});

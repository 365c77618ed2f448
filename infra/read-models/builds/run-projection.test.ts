import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProjectionStore } from '../../projection-store/port.ts';
import type { Progress } from '../projector/projector-consumer.ts';
import {
  type Adapters,
  boardProjection,
  log,
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
beforeEach(async () => {
  engines = await testEngines();
});
afterEach(() => engines.close());

const open = (boardId: string, title = 'first'): Step => ({ stream: `board-${boardId}`, type: 'BoardOpened', data: { boardId, title } });
const rename = (boardId: string, title: string): Step => ({ stream: `board-${boardId}`, type: 'BoardRenamed', data: { boardId, title } });
const pin = (noteId: string, boardId: string, text = 'x'): Step => ({
  stream: `note-${noteId}`,
  type: 'NotePinned',
  data: { noteId, boardId, text },
});
const edit = (noteId: string, text: string): Step => ({ stream: `note-${noteId}`, type: 'NoteEdited', data: { noteId, text } });
const cast = (voter: string, boardId: string): Step => ({ stream: `vote-${voter}`, type: 'VoteCast', data: { boardId, weight: 1 } });

/** Events of several streams that all change common documents. */
const story = (rounds: number): Step[] =>
  Array.from({ length: rounds }, (_, n) => [
    open(`b${n}`),
    pin(`n${n}`, `b${n}`),
    cast('v', 'b0'),
    rename(`b${n}`, `title ${n}`),
    edit(`n${n}`, n % 5 === 0 ? '' : `text ${n}`),
  ]).flat();

const project = (on: Adapters, projection = boardProjection(), onApplied?: (progress: Progress) => void) =>
  engines.running(runProjection({ ...on, projection, log, ...(onApplied && { onApplied }) }));

const matches = async (projection = boardProjection()): Promise<void> => {
  const verified = await verify({ ...engines, projections: [projection] });
  expect(verified.map(({ collection, firstDifference }) => [collection, firstDifference])).toEqual([
    ['board', undefined],
    ['note', undefined],
    ['board-notes', undefined],
  ]);
};

test('Projection applies old and new events, and copies a title to the notes of a board', async () => {
  await write(engines.events, story(10));
  const running = project(engines);
  await running.ready;
  const position = await write(engines.events, [rename('b3', 'late')]);
  await untilApplied(engines.store, 'boards', position);
  const [note] = await engines.store.get('note@1001', ['n3']);
  expect(note).toEqual({ id: 'n3', text: 'text 3', boardTitle: 'late' });
  expect(await engines.store.get('note@1001', ['n5'])).toEqual([]);
  expect((await engines.store.get('board@1001', ['b0']))[0]?.votes).toBe(10);
  await matches();
});

test('Projection reports every batch and moves its watermark over unrelated events', async () => {
  const told: Progress[] = [];
  await project(engines, boardProjection(), (progress) => told.push(progress)).ready;
  const position = await write(engines.events, [open('b1'), { stream: 'other-1', type: 'Unrelated', data: {} }]);
  await untilApplied(engines.store, 'boards', position);
  await until(() => told.at(-1)?.watermark === position);
  expect(told.reduce((sum, { events }) => sum + events, 0)).toBe(1);
  expect(told.at(-1)).toMatchObject({ projection: 'boards', build: 1001, partition: '0' });
  expect(told.at(-1)?.lagMs).toBeGreaterThanOrEqual(0);
});

test('Event marked as stored inline is still projected into a store without its documents', async () => {
  const position = await write(engines.events, [open('b1')]);
  await engines.database.pool.query(`update events set inlined = 'boards@1001'`);
  project(engines);
  await untilApplied(engines.store, 'boards', position);
  expect(await engines.store.get('board@1001', ['b1'])).toHaveLength(1);
});

test('Projection continues at its checkpoint after a restart', async () => {
  const first = project(engines);
  await untilApplied(engines.store, 'boards', await write(engines.events, story(4)));
  await first.stop();
  const told: Progress[] = [];
  project(engines.another(), boardProjection(), (progress) => told.push(progress));
  await untilApplied(engines.store, 'boards', await write(engines.events, [cast('w', 'b0')]));
  await until(() => told.length > 0);
  expect(told.reduce((sum, { events }) => sum + events, 0)).toBe(1);
  await matches();
});

/** A store whose commits write the documents, but crash before the checkpoint, except every `every`-th commit. */
function crashing(store: ProjectionStore, every: number): ProjectionStore {
  let commits = 0;
  return {
    ...store,
    commit: async (work) => {
      if (++commits % every === 0) return store.commit(work);
      const before = (await store.checkpoints(work.projection))[work.partition] ?? { offset: -1, watermark: 0 };
      await store.commit({ ...work, checkpoint: before });
      throw new Error('crashed between documents and checkpoint');
    },
  };
}

test('Projection applies nothing twice after a crash between documents and checkpoint', async () => {
  project({ ...engines, store: crashing(engines.store, 2) });
  for (const step of story(12)) await write(engines.events, [step]);
  await untilApplied(engines.store, 'boards', await engines.events.head());
  await matches();
});

test('Two concurrent projectors of one build yield the same documents as one', async () => {
  // The consumer groups differ, so that both projectors process all events of the build.
  const other = engines.another();
  const doubled = {
    ...other.bus,
    subscribe: (options: Parameters<typeof other.bus.subscribe>[0]) => other.bus.subscribe({ ...options, group: 'zombie' }),
  };
  const [one, two] = [project(engines), project({ ...other, bus: doubled })];
  await Promise.all([one.ready, two.ready]);
  await Promise.all([
    write(engines.events, story(25)),
    write(
      engines.events,
      Array.from({ length: 60 }, (_, n) => cast(`w${n % 7}`, 'b0')),
    ),
  ]);
  await untilApplied(engines.store, 'boards', await engines.events.head());
  await matches();
});

test('Projection continues in another process when its process stops', async () => {
  const one = project(engines);
  await untilApplied(engines.store, 'boards', await write(engines.events, story(3)));
  project(engines.another());
  await one.stop();
  await untilApplied(engines.store, 'boards', await write(engines.events, story(3)));
  await matches();
});

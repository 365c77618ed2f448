import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RecordedEvent } from '../event-store/port.ts';
import { heapInUse } from '../heap-fixture.ts';
import type { ProjectionStore } from '../projection-store/port.ts';
import { runProjection } from './builds/run-projection.ts';
import { boardProjection, log, type Step, type TestEngines, testEngines, untilApplied, write } from './projector/projector-fixture.ts';
import { canonicalJson, verify } from './verify.ts';

let engines: TestEngines;
const projection = boardProjection();
beforeEach(async () => {
  engines = await testEngines();
  engines.running(runProjection({ ...engines, projection, log }));
  await untilApplied(engines.store, 'boards', await write(engines.events, steps));
});
afterEach(() => engines.close());

const steps: Step[] = ['a', 'b', 'c'].flatMap((id): Step[] => [
  { stream: `board-${id}`, type: 'BoardOpened', data: { boardId: id, title: `title ${id}` } },
  { stream: `note-${id}`, type: 'NotePinned', data: { noteId: id, boardId: id, text: 'x' } },
]);
const differences = async () => (await verify({ ...engines, projections: [projection] })).flatMap(({ firstDifference }) => firstDifference ?? []);

test('Verify counts documents and finds no difference', async () => {
  expect(await verify({ ...engines, projections: [projection] })).toEqual([
    { projection: 'boards', collection: 'board', documents: 3, equal: true },
    { projection: 'boards', collection: 'note', documents: 3, equal: true },
    { projection: 'boards', collection: 'board-notes', documents: 3, equal: true },
  ]);
});

test.each([
  ['a value changed', `update projections."board@1001" set body = jsonb_set(body::jsonb, '{title}', '"other"') where id = 'b'`, 'b'],
  ['a field added', `update projections."note@1001" set body = body::jsonb || '{"extra": null}' where id = 'c'`, 'c'],
  ['a document deleted', `delete from projections."board-notes@1001" where id = 'a'`, 'a'],
  ['a document replaced by a tombstone', `update projections."note@1001" set body = null where id = 'a'`, 'a'],
  ['a document too many', `insert into projections."board@1001" (id, body, at, rev) values ('d', '{"id": "d"}', '{}', 1)`, 'd'],
])('Verify finds %s directly in the database', async (_what, sql, id) => {
  await engines.database.pool.query(sql);
  expect((await differences()).map((difference) => difference.id)).toEqual([id]);
});

test('Verify waits until lagging projections are at the head of the log', async () => {
  await write(
    engines.events,
    Array.from({ length: 30 }, (): Step => ({ stream: 'vote-v', type: 'VoteCast', data: { boardId: 'a', weight: 1 } })),
  );
  expect(await differences()).toEqual([]);
  expect((await engines.store.get('board@1001', ['a']))[0]?.votes).toBe(30);
});

test('Verify of 4,000 documents of 10 kB takes less than 8 MB of memory', async () => {
  const boards = 2_000;
  const title = (position: number): string => Buffer.alloc(10_000, `${position} `).toString('latin1');
  const at = new Date(0).toISOString();
  const opened = (position: number): RecordedEvent => {
    const data = { boardId: `b${position}`, title: title(position) };
    const meta = { actorId: null, commandId: 'c' };
    return { ...{ id: `e${position}`, stream: `board-b${position}`, version: 1, position }, type: 'BoardOpened', schema: 1, data, meta, at };
  };
  const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  const readAll = async (after: number, limit: number) => range(after + 1, Math.min(after + limit, boards)).map(opened);
  const before = heapInUse();
  let held = 0;
  const scan: ProjectionStore['scan'] = async function* (collection) {
    held = Math.max(held, heapInUse() - before);
    for (const position of range(1, boards)) {
      const id = `b${position}`;
      const of = { 'board@1001': { id, title: title(position) }, 'board-notes@1001': { id, noteIds: [], title: title(position) } }[collection];
      if (of) yield { id, doc: of, _at: {}, _rev: 1 };
    }
  };
  const checkpoints = async () => ({ '0': { offset: boards, watermark: boards } });
  const store: ProjectionStore = { ...engines.store, activeVersions: async () => ({ boards: 1_001 }), checkpoints, scan };
  const verified = await verify({ projections: [projection], events: { ...engines.events, head: async () => boards, readAll }, store });
  expect(verified.map(({ documents, equal }) => [documents, equal])).toEqual([
    [boards, true],
    [0, true],
    [boards, true],
  ]);
  // All documents together take five times as much.
  expect(held).toBeLessThan(8 * 2 ** 20);
});

test('Canonical JSON is independent of the order of keys', () => {
  expect(canonicalJson({ b: [{ d: 1, c: undefined }], a: null })).toBe('{"a":null,"b":[{"d":1}]}');
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BusRecord } from '../bus/port.ts';
import type { Doc, StoredDoc } from '../projections/port.ts';
import { type Folded, foldBatch, handles, NewerEvent, notStored } from './fold.ts';
import { boardProjection, onePartition, recorded, type Step } from './projector-fixture.ts';
import { canonicalJson } from './verify.ts';

const projection = boardProjection();

interface Shelf {
  get(collection: string, id: string): StoredDoc;
  put(folded: Folded): void;
  json(): string;
}

/** Stored documents that nobody may change in place. */
function createShelf(): Shelf {
  const stored = new Map<string, StoredDoc>();
  return {
    get: (collection, id) => stored.get(`${collection}/${id}`) ?? notStored(id),
    put: ({ changed }) => {
      for (const [collection, docs] of changed)
        for (const [id, doc] of docs) stored.set(`${collection}/${id}`, freeze({ ...doc, _rev: doc._rev + 1 }));
    },
    json: () => canonicalJson(Object.fromEntries([...stored].filter(([, { doc }]) => doc !== null).map(([key, { doc }]) => [key, doc]))),
  };
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(Object.freeze(value))) freeze(part);
  return value;
}

function apply(batches: readonly (readonly BusRecord[])[], shelf = createShelf()): Shelf {
  for (const batch of batches) {
    const folded = foldBatch(projection, batch, shelf.get);
    expect(folded.failures).toEqual([]);
    shelf.put(folded);
  }
  return shelf;
}

/** One step at a time per stream is in order; streams are independent. */
const boardIds = ['b1', 'b2', 'b3'];
const boardId = fc.constantFrom(...boardIds);
const ownSteps = (id: string): fc.Arbitrary<Step[]> =>
  fc
    .array(
      fc.oneof(
        fc.string({ maxLength: 3 }).map((title) => ({ type: 'BoardRenamed', data: { boardId: id, title } })),
        fc.constant({ type: 'BoardClosed', data: { boardId: id } }),
      ),
      { maxLength: 5 },
    )
    .map((steps) => [{ type: 'BoardOpened', data: { boardId: id, title: 'first' } }, ...steps].map((step) => ({ ...step, stream: `board-${id}` })));
const noteSteps = (id: string): fc.Arbitrary<Step[]> =>
  fc
    .tuple(boardId, fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 4 }))
    .map(([board, texts]) =>
      [
        { type: 'NotePinned', data: { noteId: id, boardId: board, text: 'new' } },
        ...texts.map((text) => ({ type: 'NoteEdited', data: { noteId: id, text } })),
      ].map((step) => ({ ...step, stream: `note-${id}` })),
    );
const voteSteps = (id: string): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      boardId.map((board) => ({ stream: `vote-${id}`, type: 'VoteCast', data: { boardId: board }, schema: 1 })),
      fc
        .tuple(boardId, boardId, fc.integer({ min: 1, max: 5 }))
        .map(([fromId, toId, weight]) => ({ stream: `vote-${id}`, type: 'VoteMoved', data: { fromId, toId, weight } })),
    ),
    { maxLength: 5 },
  );
const streams = fc.tuple(...boardIds.map(ownSteps), ...['n1', 'n2', 'n3', 'n4'].map(noteSteps), ...['v1', 'v2', 'v3'].map(voteSteps));

/** Takes from the queues in the order that `choices` says, keeping the order of each. */
function interleave<T>(queues: readonly (readonly T[])[], choices: readonly number[]): T[] {
  const left = queues.map((queue) => [...queue]).filter((queue) => queue.length > 0);
  const merged: T[] = [];
  for (let turn = 0; left.length > 0; turn++) {
    const index = (choices[turn % choices.length] ?? 0) % left.length;
    const next = left[index]?.shift();
    if (next !== undefined) merged.push(next);
    if (left[index]?.length === 0) left.splice(index, 1);
  }
  return merged;
}

const partitions = 4;
const choices = fc.array(fc.nat({ max: 1_000 }), { minLength: 8, maxLength: 60 });

/** Events over partitions, arriving in another order, a tenth of them again later, in batches of one partition. */
function deliver(log: readonly BusRecord[], assign: readonly number[], order: readonly number[], again: readonly number[]): BusRecord[][] {
  const streamNames = [...new Set(log.map(({ event }) => event.stream))];
  const queues = Array.from({ length: partitions }, () => [] as BusRecord[]);
  for (const { event } of log) {
    const partition = (assign[streamNames.indexOf(event.stream) % assign.length] ?? 0) % partitions;
    const queue = queues[partition] ?? [];
    queue.push({ partition: String(partition), offset: queue.length, event });
  }
  const arrived = interleave(queues, order);
  for (const place of again.slice(0, Math.ceil(arrived.length / 10))) {
    const from = place % arrived.length;
    const record = arrived[from];
    const to = from + 1 + (place % (arrived.length - from));
    if (record) arrived.splice(to, 0, record);
  }
  const batches: BusRecord[][] = [];
  for (const [index, record] of arrived.entries()) {
    const batch = batches.at(-1);
    const cut = (order[index % order.length] ?? 0) % 4 === 0;
    if (batch && !cut && batch[0]?.partition === record.partition) batch.push(record);
    else batches.push([record]);
  }
  return batches;
}

describe('fold', () => {
  test('shuffled over partitions, a tenth delivered twice, gives what the straight replay gives, byte for byte', () => {
    fc.assert(
      fc.property(streams, choices, choices, choices, choices, (queues, written, assign, order, again) => {
        const log = onePartition(recorded(interleave(queues, written)));
        const straight = apply(log.map((record) => [record]));
        expect(apply(deliver(log, assign, order, again)).json()).toBe(straight.json());
      }),
      { numRuns: 300 },
    );
  });

  test('delivering everything again changes nothing, fences included', () => {
    fc.assert(
      fc.property(streams, choices, (queues, written) => {
        const log = onePartition(recorded(interleave(queues, written)));
        const shelf = apply([log]);
        const folded = foldBatch(projection, log, shelf.get);
        expect([...folded.changed.values()].map((docs) => docs.size)).toEqual([0, 0, 0]);
      }),
      { numRuns: 100 },
    );
  });
});

const opened: Step = { stream: 'board-b1', type: 'BoardOpened', data: { boardId: 'b1', title: 'one' } };
const pinned = (noteId: string, text = 'x'): Step => ({ stream: `note-${noteId}`, type: 'NotePinned', data: { noteId, boardId: 'b1', text } });

describe('one batch', () => {
  test('names what it needs, round by round, until it has everything', () => {
    const stored = apply([onePartition(recorded([opened, pinned('n1'), pinned('n2')]))]);
    const rename: Step = { stream: 'board-b1', type: 'BoardRenamed', data: { boardId: 'b1', title: 'two' } };
    const batch = onePartition(recorded([opened, pinned('n1'), pinned('n2'), rename])).slice(3);
    const known = new Set<string>();
    const rounds: string[][] = [];
    for (;;) {
      const folded = foldBatch(projection, batch, (collection, id) => (known.has(`${collection}/${id}`) ? stored.get(collection, id) : undefined));
      if (folded.missing.size === 0) {
        stored.put(folded);
        break;
      }
      const wanted = [...folded.missing].flatMap(([collection, ids]) => [...ids].map((id) => `${collection}/${id}`));
      for (const key of wanted) known.add(key);
      rounds.push(wanted);
    }
    expect(rounds).toEqual([
      ['boards/b1', 'boardNotes/b1'],
      ['notes/n1', 'notes/n2'],
    ]);
    expect(stored.get('notes', 'n2').doc).toEqual({ id: 'n2', text: 'x', boardTitle: 'two' });
  });

  test('a removed document stays as a fence', () => {
    const log = onePartition(recorded([opened, pinned('n1'), { stream: 'note-n1', type: 'NoteEdited', data: { noteId: 'n1', text: '' } }]));
    const shelf = apply([log]);
    expect(shelf.get('notes', 'n1')).toEqual({ id: 'n1', doc: null, _at: { '0': 3 }, _rev: 1 });
    expect(apply([log.slice(1, 2)], shelf).get('notes', 'n1').doc).toBeNull();
  });

  test('a document may be changed several times by one event, but a repetition of the event in the batch is skipped', () => {
    const move: Step = { stream: 'vote-v', type: 'VoteMoved', data: { fromId: 'b1', toId: 'b1', weight: 3 } };
    const cast: Step = { stream: 'vote-v', type: 'VoteCast', data: { boardId: 'b1', weight: 5 } };
    const [first, second] = onePartition(recorded([cast, move]));
    if (!first || !second) throw new Error('two events make two records');
    const shelf = apply([[first, first, second, second]]);
    expect(shelf.get('boards', 'b1').doc).toEqual({ id: 'b1', votes: 5 });
  });

  test('an event that fails leaves no trace, its stream waits behind it, others go on', () => {
    const steps = [opened, pinned('n1', 'bad'), pinned('n2'), { stream: 'note-n1', type: 'NoteEdited', data: { noteId: 'n1', text: 'later' } }];
    const log = onePartition(recorded(steps));
    const shelf = createShelf();
    const folded = foldBatch(boardProjection({ text: 'bad' }), log, shelf.get);
    shelf.put(folded);
    expect(folded.failures.map(({ record, error }) => [record.offset, String(error)])).toEqual([[2, 'Error: cannot take bad']]);
    expect(folded.behind.map(({ offset }) => offset)).toEqual([4]);
    expect(shelf.get('notes', 'n1')).toEqual(notStored('n1'));
    expect(shelf.get('boards', 'b1').doc).toEqual<Doc>({ id: 'b1', title: 'one', notes: 1 });
    expect(shelf.get('boardNotes', 'b1').doc).toMatchObject({ noteIds: ['n2'] });
  });

  test('events are brought to their current version; one of a newer release must wait', () => {
    const old: Step = { stream: 'vote-v', type: 'VoteCast', data: { boardId: 'b1' }, schema: 1 };
    expect(apply([onePartition(recorded([old]))]).get('boards', 'b1').doc).toEqual({ id: 'b1', votes: 1 });
    const newer = onePartition(recorded([{ ...old, schema: 3 }]));
    expect(() => foldBatch(projection, newer, notStoredAnywhere)).toThrow(NewerEvent);
  });

  test('types without a handler are passed over, also those that every object has', () => {
    const log = onePartition(recorded(['Unknown', 'constructor', 'toString', '__proto__'].map((type) => ({ stream: 's', type, data: {} }))));
    expect(foldBatch(projection, log, () => undefined)).toMatchObject({ failures: [], behind: [], missing: new Map() });
    expect(handles(projection, 'constructor')).toBe(false);
  });
});

const notStoredAnywhere = (_collection: string, id: string): StoredDoc => notStored(id);

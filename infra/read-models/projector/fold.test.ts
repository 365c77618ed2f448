import { NewerEvent } from '@waystory/proto/kit/event.ts';
import { describe, expect, test } from 'vitest';
import type { Doc, StoredDoc } from '../../projection-store/port.ts';
import { foldBatch, handlesType, notStored } from './fold.ts';
import { boardProjection, onePartition, recordedEvents, type Step } from './projector-fixture.ts';
import { createMemoryDocuments, foldBatches, projection } from './shuffle-fixture.ts';

const opened: Step = { stream: 'board-b1', type: 'BoardOpened', data: { boardId: 'b1', title: 'one' } };
const pinned = (noteId: string, text = 'x'): Step => ({ stream: `note-${noteId}`, type: 'NotePinned', data: { noteId, boardId: 'b1', text } });

describe('fold of one batch', () => {
  test('reports the missing documents in rounds, until none is missing', () => {
    const stored = foldBatches([onePartition(recordedEvents([opened, pinned('n1'), pinned('n2')]))]);
    const rename: Step = { stream: 'board-b1', type: 'BoardRenamed', data: { boardId: 'b1', title: 'two' } };
    const batch = onePartition(recordedEvents([opened, pinned('n1'), pinned('n2'), rename])).slice(3);
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

  test('keeps the fence of a removed document as a tombstone', () => {
    const log = onePartition(recordedEvents([opened, pinned('n1'), { stream: 'note-n1', type: 'NoteEdited', data: { noteId: 'n1', text: '' } }]));
    const shelf = foldBatches([log]);
    expect(shelf.get('notes', 'n1')).toEqual({ id: 'n1', doc: null, _at: { '0': 3 }, _rev: 1 });
    expect(foldBatches([log.slice(1, 2)], shelf).get('notes', 'n1').doc).toBeNull();
  });

  test('allows several changes of a document per event, and skips a redelivered event in the batch', () => {
    const move: Step = { stream: 'vote-v', type: 'VoteMoved', data: { fromId: 'b1', toId: 'b1', weight: 3 } };
    const cast: Step = { stream: 'vote-v', type: 'VoteCast', data: { boardId: 'b1', weight: 5 } };
    const [first, second] = onePartition(recordedEvents([cast, move]));
    if (!first || !second) throw new Error('two events make two records');
    const shelf = foldBatches([[first, first, second, second]]);
    expect(shelf.get('boards', 'b1').doc).toEqual({ id: 'b1', votes: 5 });
  });

  test('undoes a failing event, skips later events of its stream, and continues with other streams', () => {
    const steps = [opened, pinned('n1', 'bad'), pinned('n2'), { stream: 'note-n1', type: 'NoteEdited', data: { noteId: 'n1', text: 'later' } }];
    const log = onePartition(recordedEvents(steps));
    const shelf = createMemoryDocuments();
    const folded = foldBatch(boardProjection({ text: 'bad' }), log, shelf.get);
    shelf.put(folded);
    expect(folded.failures.map(({ record, error }) => [record.offset, String(error)])).toEqual([[2, 'Error: cannot take bad']]);
    expect(folded.behind.map(({ offset }) => offset)).toEqual([4]);
    expect(shelf.get('notes', 'n1')).toEqual(notStored('n1'));
    expect(shelf.get('boards', 'b1').doc).toEqual<Doc>({ id: 'b1', title: 'one', notes: 1 });
    expect(shelf.get('boardNotes', 'b1').doc).toMatchObject({ noteIds: ['n2'] });
  });

  test('upcasts events, and throws NewerEvent for an event of a newer release', () => {
    const old: Step = { stream: 'vote-v', type: 'VoteCast', data: { boardId: 'b1' }, schema: 1 };
    expect(foldBatches([onePartition(recordedEvents([old]))]).get('boards', 'b1').doc).toEqual({ id: 'b1', votes: 1 });
    const newer = onePartition(recordedEvents([{ ...old, schema: 3 }]));
    expect(() => foldBatch(projection, newer, notStoredAnywhere)).toThrow(NewerEvent);
  });

  test('skips types without a handler, even names of inherited object properties', () => {
    const log = onePartition(recordedEvents(['Unknown', 'constructor', 'toString', '__proto__'].map((type) => ({ stream: 's', type, data: {} }))));
    expect(foldBatch(projection, log, () => undefined)).toMatchObject({ failures: [], behind: [], missing: new Map() });
    expect(handlesType(projection, 'constructor')).toBe(false);
  });
});

const notStoredAnywhere = (_collection: string, id: string): StoredDoc => notStored(id);

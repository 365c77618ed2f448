import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldBatch } from './fold.ts';
import { onePartition, recordedEvents, type Step } from './projector-fixture.ts';
import { choices, expectSameInAnyOrder, foldBatches, interleave, projection } from './shuffle-fixture.ts';

/** Boards of the generated steps. Order is fixed within a stream, and free between streams. */
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

describe('fold', () => {
  test('of events shuffled over partitions, a tenth redelivered, equals the fold in log order byte for byte', () => {
    expectSameInAnyOrder(projection, streams, 300);
  });

  test('of a complete redelivery changes nothing, fences included', () => {
    fc.assert(
      fc.property(streams, choices, (queues, written) => {
        const log = onePartition(recordedEvents(interleave(queues, written)));
        const shelf = foldBatches([log]);
        const folded = foldBatch(projection, log, shelf.get);
        expect([...folded.changed.values()].map((docs) => docs.size)).toEqual([0, 0, 0]);
      }),
      { numRuns: 100 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BusRecord } from '../bus/port.ts';
import { foldBatch } from './fold.ts';
import { apply, projection } from './fold-fixture.ts';
import { onePartition, recorded, type Step } from './projector-fixture.ts';

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

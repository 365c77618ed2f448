import { blankAnswer } from '@waystory/proto/assistant/answer-parts.ts';
import type { ChatMessage, ToolInvocation } from '@waystory/proto/assistant/message.ts';
import type { ReversalAnnotation } from '@waystory/proto/assistant/reversal.ts';
import type { ReversedEntity } from '@waystory/proto/itineraries/reversal.ts';
import { describe, expect, test } from 'vitest';
import { deletedItineraryIds, reversalIn, writtenItineraryIds } from './answer-reversal.ts';

const id = (number: number): string => `f0000000-0000-8000-8000-00000000000${number}`;
const reversal = (more: Partial<ReversalAnnotation> = {}): ReversalAnnotation => ({
  type: 'reversal',
  reversed: true,
  restored: [],
  left: [],
  ...more,
});
const message = (more: Partial<ChatMessage>): ChatMessage => ({ ...blankAnswer('a', '2026-01-01T00:00:00.000Z'), ...more });
const call = (toolName: ToolInvocation['toolName'], args: object, result: object): ToolInvocation => ({
  ...{ step: 0, toolCallId: toolName, toolName, args, result },
  state: 'result',
});

test('reversalIn returns the reversal annotation of a message, else null', () => {
  expect(reversalIn(message({ annotations: [{ type: 'outcome', outcome: 'STOPPED' }, null, reversal()] }))).toEqual(reversal());
  expect(reversalIn(message({ annotations: [{ type: 'outcome', outcome: 'STOPPED' }] }))).toBeNull();
});

describe('Itineraries of an answer', () => {
  test('are those with certain or possible writes, each once', () => {
    const toolInvocations = [
      call('create_itinerary', { title: 'New' }, { id: id(1), title: 'New' }),
      call('add_day', { itineraryId: id(1) }, { id: id(8), number: 1 }),
      call('update_itinerary', { itineraryId: id(2) }, { id: id(2), title: 'Other' }),
      call('update_stop', { itineraryId: id(3) }, { error: { code: 'stop/unknown', detail: 'No' } }),
      call('lookup_location', { itineraryId: id(4), query: 'Belém' }, { candidates: [] }),
      { step: 0, toolCallId: 'begun', toolName: 'remove_stop', args: { itineraryId: id(5) }, state: 'call' } as const,
      { step: 0, toolCallId: 'read', toolName: 'lookup_location', args: { itineraryId: id(6) }, state: 'call' } as const,
    ];
    expect(writtenItineraryIds(message({ toolInvocations }))).toEqual([id(1), id(2), id(5)]);
  });

  test('are deleted by the undo when the answer created them', () => {
    const removed: ReversedEntity = { kind: 'itinerary', id: id(1), title: 'New', number: null, fields: [], change: 'REMOVED' };
    const stop: ReversedEntity = { ...removed, kind: 'stop', id: id(2) };
    expect(deletedItineraryIds(reversal({ restored: [removed, stop] }))).toEqual([id(1)]);
    expect(deletedItineraryIds(reversal({ restored: [removed], reversed: false }))).toEqual([]);
    expect(deletedItineraryIds(null)).toEqual([]);
  });
});

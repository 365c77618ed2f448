import { blankAnswer } from '@waystory/proto/assistant/answer-parts.ts';
import type { ToolInvocation } from '@waystory/proto/assistant/message.ts';
import { describe, expect, test } from 'vitest';
import { answerOutcomeOf, callFailureOf, callSubjectOf, createdItineraryId, idsWrittenBy, suggestionsIn } from './tool-calls.ts';

const id = '01a214d9-68a8-739d-ac24-a3c9d148c3e7';
const stopId = '0ac17bfb-8027-81c8-997c-86cc64e68240';
const call = (toolName: ToolInvocation['toolName'], args: unknown, result?: unknown): ToolInvocation => {
  const head = { step: 0, toolCallId: 'c', toolName, args };
  return result === undefined ? { ...head, state: 'call' } : { ...head, state: 'result', result };
};
const failure = { error: { code: 'stop/unknown', detail: 'There is no such stop.' } };

describe('createdItineraryId', () => {
  test('is the id in the result of the call', () => {
    expect(createdItineraryId(call('create_itinerary', {}, { id, title: 'a' }))).toBe(id);
  });
  test.each([
    ['has no result yet', call('create_itinerary', {})],
    ['failed', call('create_itinerary', {}, failure)],
    ['has an invalid id', call('create_itinerary', {}, { id: '42' })],
    ['is of another tool', call('add_day', {}, { id })],
    ['has an empty result', call('create_itinerary', {}, null)],
  ])('is null when the call %s', (_, one) => {
    expect(createdItineraryId(one)).toBeNull();
  });
});

test('idsWrittenBy returns the ids of itinerary and stops of a call, and null for a read, a failure or a call without a result', () => {
  expect(idsWrittenBy(call('create_itinerary', {}, { id }))).toEqual({ itineraryId: id, stopIds: [] });
  expect(idsWrittenBy(call('add_stop', { itineraryId: id }, { id: stopId }))).toEqual({ itineraryId: id, stopIds: [stopId] });
  expect(idsWrittenBy(call('add_day', { itineraryId: id }, { id: stopId }))).toEqual({ itineraryId: id, stopIds: [] });
  expect(idsWrittenBy(call('lookup_location', { itineraryId: id }, { candidates: [] }))).toBeNull();
  expect(idsWrittenBy(call('add_stop', { itineraryId: id }))).toBeNull();
  expect(idsWrittenBy(call('add_stop', { itineraryId: id }, failure))).toBeNull();
});

test('Failure message of a call is the detail from the server, else null', () => {
  expect(callFailureOf(call('add_stop', {}, failure))).toBe('There is no such stop.');
  expect(callFailureOf(call('add_stop', {}, { id }))).toBeNull();
  expect(callFailureOf(call('add_stop', {}))).toBeNull();
});

test('Suggested stops exclude failed calls', () => {
  const args = { itineraryId: id, dayId: 'd', title: 'Tower', highlight: 'High' };
  const done = call('add_stop', args, { id: stopId, title: 'Torre', place: { placeName: 'Torre, Lisbon' } });
  const message = { ...blankAnswer('m', ''), toolInvocations: [done, call('add_stop', args, failure), call('add_stop', args)] };
  expect(suggestionsIn(message)).toEqual([{ itineraryId: id, dayId: 'd', stopId, title: 'Torre', highlight: 'High', placeName: 'Torre, Lisbon' }]);
});

test('Subject of a tool card is a query or the number of a day', () => {
  expect(callSubjectOf(call('add_day', null, { id, number: 2 }))).toEqual({ name: null, number: 2 });
  expect(callSubjectOf(call('lookup_location', { query: 'Sé' }))).toEqual({ name: 'Sé', number: null });
});

test('Outcome of an answer comes from its annotation, else it is null', () => {
  const message = blankAnswer('m', '');
  expect(answerOutcomeOf(message)).toBeNull();
  expect(answerOutcomeOf({ ...message, annotations: ['x', null, { type: 'outcome', outcome: 'STOPPED', code: null }] })).toEqual({
    outcome: 'STOPPED',
    code: null,
  });
});

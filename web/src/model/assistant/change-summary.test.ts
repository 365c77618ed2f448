import type { ToolInvocation } from '@waystory/proto/assistant/message.ts';
import type { ToolName } from '@waystory/proto/assistant/tools/registry.ts';
import { expect, test } from 'vitest';
import type { WholeItinerary } from '../itinerary/itinerary.query.ts';
import { changeSummaryOf, placeNamesIn } from './change-summary.ts';

const call = (toolName: ToolName, args: object): ToolInvocation => ({ step: 0, toolCallId: 'c', toolName, state: 'call', args });
const story = {
  title: 'Lisbon',
  shortDescription: null,
  highlights: ['Sea', 'Food'],
  days: [
    { id: 'd1', number: 1, title: 'Old town' },
    { id: 'd2', number: 2, title: null },
  ],
  stops: [{ id: 's1', title: 'Sé', dayIds: ['d1'], startTime: '09:00', durationMinutes: 30 }],
} as unknown as WholeItinerary; // as: only these fields are read
const places = new Map([['p1', 'Torre de Belém, Lisbon']]);
const summary = (name: ToolName, args: object) => changeSummaryOf(call(name, args), story, places);

test.each([
  [
    'update_itinerary',
    { itineraryId: 'i', title: 'Porto', shortDescription: 'Rain', highlights: ['Wine'] },
    {
      subject: 'Lisbon',
      fields: [
        { name: 'title', before: 'Lisbon', after: 'Porto' },
        { name: 'shortDescription', before: null, after: 'Rain' },
        { name: 'highlights', before: 'Sea · Food', after: 'Wine' },
      ],
    },
  ],
  [
    'update_stop',
    { itineraryId: 'i', stopId: 's1', startTime: '10:00', durationMinutes: 30, title: null, dayId: 'd2' },
    {
      subject: 'Sé',
      day: 1,
      fields: [
        { name: 'startTime', before: '09:00', after: '10:00' },
        { name: 'day', before: '1', after: '2' },
      ],
    },
  ],
  ['remove_stop', { itineraryId: 'i', stopId: 's1' }, { subject: 'Sé', day: 1, fields: [] }],
  [
    'add_stop',
    { itineraryId: 'i', dayId: 'd2', placeId: 'p1', title: 'Tower', highlight: 'The view' },
    { subject: 'Tower', day: 2, place: 'Torre de Belém, Lisbon', fields: [{ name: 'highlight', before: null, after: 'The view' }] },
  ],
  ['add_day', { itineraryId: 'i', title: 'Museums' }, { subject: 'Museums', day: null, fields: [] }],
  ['create_itinerary', { title: 'Porto', shortDescription: null }, { subject: 'Porto', fields: [] }],
  ['optimize_route', { itineraryId: 'i', dayId: 'd1', freeEnd: true }, { subject: 'Old town', day: 1, fields: [] }],
] as const)('Summary of %s has its subject, and its fields before and after', (name, args, expected) => {
  expect(summary(name, args)).toMatchObject(expected);
});

test('Summary without a known story shows the written values', () => {
  expect(changeSummaryOf(call('update_stop', { itineraryId: 'i', stopId: 's9', title: 'New' }), undefined, places)).toEqual({
    ...{ tool: 'update_stop', subject: null, day: null, place: null },
    fields: [{ name: 'title', before: null, after: 'New' }],
  });
});

test('Place names come from lookups in the conversation', () => {
  const looked: ToolInvocation = {
    ...call('lookup_location', { query: 'Belém' }),
    state: 'result',
    result: { candidates: [{ placeId: 'p1', placeName: 'Torre de Belém, Lisbon' }] },
  };
  const message = { toolInvocations: [looked, call('lookup_location', {})] } as unknown as Parameters<typeof placeNamesIn>[0][number]; // as: only these fields are read
  expect(placeNamesIn([message])).toEqual(places);
});

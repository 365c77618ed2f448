import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../event-store/port.ts';
import { eventOf, messageOf } from './record.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
test.each([
  [
    { traceId, spanId: '00f067aa0ba902b7' },
    { 'trace-id': traceId, traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  ],
  [{ traceId }, { 'trace-id': traceId }],
  [{}, {}],
])('Kafka record of an event with %j carries its trace in headers', (trace, headers) => {
  const meta = { actorId: null, commandId: 'c', ...trace };
  const place = { id: 'a', stream: 'country-a', version: 1, position: 1, at: '2026-01-01T00:00:00.000Z' };
  const event = { ...place, type: 'CountryDeleted', schema: 1, data: { countryId: 'a' }, meta };
  expect(messageOf(event, 4).headers).toEqual({ type: 'CountryDeleted', schema: '1', ...headers });
});

test('Kafka record omits the field inlined of an event', () => {
  const event: RecordedEvent = {
    id: '5d5a2e58-7f5c-4c0e-9f43-8a5f2b6a7c11',
    stream: 'country-6e1f0a52-5f0b-4d62-a6a1-b7b5a7d5d0aa',
    version: 3,
    position: 17,
    type: 'CountryDeleted',
    schema: 1,
    data: { countryId: '6e1f0a52-5f0b-4d62-a6a1-b7b5a7d5d0aa' },
    meta: { actorId: null, commandId: '0f0f0f0f-0000-4000-8000-000000000001' },
    at: '2026-01-01T00:00:00.000Z',
  };
  const { value, timestamp } = messageOf({ ...event, inlined: 'stories@2001' }, 4);
  expect(eventOf({ key: null, value, timestamp: timestamp ?? '', attributes: 0, offset: '0', headers: {} }, 17)).toEqual(event);
});

import type { AnyEventInContext } from '@waystory/infra/read-models/projection.ts';
import { findVocabularies } from '@waystory/proto/events/payload-fixture.ts';
import { describe, expect, test } from 'vitest';
import { auditEntryOf, auditedEvents } from './audit.projection.ts';

const actorId = 'a0000000-0000-8000-8000-000000000001';
const jobId = 'c0000000-0000-8000-8000-000000000001';
const event = (
  type: string,
  stream: string,
  data: Record<string, unknown>,
  more: Partial<AnyEventInContext> = { role: 'moderator' },
): AnyEventInContext => {
  return { type, stream, data, at: '2026-01-01T00:00:00.000Z', version: 3, position: 9, actorId, ...more };
};

test('audit covers every event vocabulary of the product', async () => {
  const types = (await findVocabularies()).flatMap(({ schemas }) => Object.keys(schemas));
  expect(types.length).toBeGreaterThan(40);
  expect(Object.keys(auditedEvents.schemas).toSorted()).toEqual(types.toSorted());
});

describe('audit entry', () => {
  test('is null for an event with neither a role nor a job', () => {
    expect(auditEntryOf(event('ItineraryHidden', 'itinerary-1', {}, {}))).toBeNull();
    expect(auditEntryOf(event('PostDeleted', 'post-1', {}, { jobId }))).toMatchObject({ jobId, role: null, action: 'PostDeleted' });
  });

  test('has the same id at every delivery of its event', () => {
    const [first, again, next] = [3, 3, 4].map((version) => auditEntryOf(event('ItineraryHidden', 'itinerary-1', {}, { role: 'admin', version })));
    expect(again).toEqual(first);
    expect(next?.id).not.toBe(first?.id);
  });

  test.each([
    [event('ItineraryHidden', 'itinerary-1', {}), 'itinerary', '1', []],
    [event('ItineraryRewritten', 'itinerary-1', { changes: { title: 'x', imageId: 'y' } }), 'itinerary', '1', ['title', 'imageId']],
    [event('DayRewritten', 'itinerary-1', { dayId: '2', changes: { title: 'x' } }), 'day', '2', ['title']],
    [event('StopAdded', 'itinerary-1', { stopId: '3', title: 'x', placeId: '4' }), 'stop', '3', ['title']],
    [event('AccountUpdated', 'account-5', { accountId: '5', changes: { aboutMe: 'I live in' } }), 'account', '5', ['aboutMe']],
    [event('UserNameClaimed', 'username-ada', { userName: 'Ada', accountId: '5' }), 'account', '5', ['userName']],
  ])('for $type has subject and field names, and no text of users', (seen, subjectType, subjectId, fields) => {
    const entry = auditEntryOf(seen);
    expect(entry).toMatchObject({ subjectType, subjectId, fields, action: seen.type, actorId, role: 'moderator', jobId: null });
    expect(JSON.stringify(entry)).not.toMatch(/I live in|Ada|ada"/);
  });
});

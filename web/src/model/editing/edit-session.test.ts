// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WholeItinerary } from '../itinerary/itinerary.query.ts';
import { dayNumber } from '../itinerary/story.fixture.ts';
import { holdSession, sessionOf } from './edit-session.ts';

const client = vi.hoisted(() => ({ patchItinerary: vi.fn() }));
vi.mock('@waystory/client/api-client.ts', () => ({ client }));

const fields = { shortDescription: null, imageUrl: null, imageId: null, highlights: [], description: null, countryIds: [], visibility: 'PRIVATE' };
const itinerary = { id: 'one', title: 'Old', ...fields, version: 1, days: [dayNumber(1, [])], stops: [] } as unknown as WholeItinerary; // as much of it as is looked at

function isWarned(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}

beforeEach(() => {
  localStorage.clear();
  vi.resetAllMocks();
});
afterEach(() => expect(isWarned()).toBe(false));

test('a session goes on from page to page, and ends when no page works with it', () => {
  const session = sessionOf(itinerary);
  const leaveBoard = holdSession(session);
  const leaveForm = holdSession(sessionOf(itinerary));
  leaveBoard();
  expect(sessionOf(itinerary)).toBe(session);
  leaveForm();
  expect(sessionOf(itinerary)).not.toBe(session);
});

test('a page that follows at once takes the session over', () => {
  const session = sessionOf(itinerary);
  holdSession(session)();
  const leave = holdSession(session);
  expect(sessionOf(itinerary)).toBe(session);
  leave();
});

test('what is not saved yet keeps the session, and the warning, until it is', async () => {
  const answer = Promise.withResolvers<object>();
  client.patchItinerary.mockReturnValue(answer.promise);
  const session = sessionOf(itinerary);
  const leave = holdSession(session);
  session.itinerary.edit({ title: 'New' });
  const saving = session.flush();
  leave();
  expect(sessionOf(itinerary)).toBe(session);
  expect(isWarned()).toBe(true);
  answer.resolve({ ...itinerary, title: 'New', version: 2 });
  await saving;
  expect(sessionOf(itinerary)).not.toBe(session);
});

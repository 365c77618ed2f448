// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WholeItinerary } from '../itinerary/itinerary.query.ts';
import { numberedDay } from '../testing/story.fixture.ts';
import { holdSession, sessionOf } from './edit-session.ts';

const client = vi.hoisted(() => ({ patchItinerary: vi.fn() }));
vi.mock('@waystory/client/api-client.ts', () => ({ client }));

const fields = { shortDescription: null, imageUrl: null, imageId: null, highlights: [], description: null, countryIds: [], visibility: 'PRIVATE' };
const itinerary = { id: 'one', title: 'Old', ...fields, version: 1, days: [numberedDay(1, [])], stops: [] } as unknown as WholeItinerary; // as: only these fields are read

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

test('Edit session continues across pages and ends when no page holds it', () => {
  const session = sessionOf(itinerary);
  const leaveBoard = holdSession(session);
  const leaveForm = holdSession(sessionOf(itinerary));
  leaveBoard();
  expect(sessionOf(itinerary)).toBe(session);
  leaveForm();
  expect(sessionOf(itinerary)).not.toBe(session);
});

test('Edit session is kept when the next page holds it in the same task', () => {
  const session = sessionOf(itinerary);
  holdSession(session)();
  const leave = holdSession(session);
  expect(sessionOf(itinerary)).toBe(session);
  leave();
});

test('Unsaved text keeps the edit session and its beforeunload warning until it is saved', async () => {
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

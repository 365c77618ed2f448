import { randomUUID } from 'node:crypto';
import type { EventStore, NewEvent, RecordedEvent } from '@waystory/infra/event-store/port.ts';

/** A story as people write it: an itinerary, 3 days, 16 stops. */
const eventsPerStory = 20;
const days = 3;
const blank = { addressLine1: null, addressLine2: null, state: null, postalCode: null };

function eventOf(k: number, itineraryId: string, dayIds: readonly string[]): Pick<NewEvent, 'type' | 'data'> {
  if (k === 0) return { type: 'ItineraryCreated', data: created(itineraryId) };
  if (k <= days) return { type: 'DayAdded', data: { dayId: dayIds[k - 1], number: k, title: `Day ${k}`, description: null } };
  return { type: 'StopAdded', data: stopAdded(k, dayIds) };
}

const created = (accountId: string): NewEvent['data'] => ({
  title: 'A long way round',
  shortDescription: 'Somewhere else every day',
  imageUrl: null,
  imageId: null,
  highlights: [],
  description: 'A long way round. '.repeat(10),
  countryIds: [],
  accountId,
  visibility: 'PUBLIC',
});

const stopAdded = (k: number, dayIds: readonly string[]): NewEvent['data'] => ({
  stopId: randomUUID(),
  title: `Stop ${k}`,
  highlight: null,
  description: 'Stay a while. '.repeat(5),
  imageUrl: null,
  imageId: null,
  startTime: null,
  arrivalTime: null,
  departureTime: null,
  travelTimeMinutes: null,
  durationMinutes: 60,
  dayIds: dayIds.slice(0, 1),
  index: k,
  placeId: randomUUID(),
  placeName: 'Place',
  placeFullName: 'Place, Lisbon',
  coordinates: { latitude: 38.7 + k / 100, longitude: -9.1 },
  address: { ...blank, city: 'Lisbon', countryName: 'Portugal', countryCode: 'PT' },
  countryId: null,
  countryCode: 'PT',
  state: 'ACCEPTED',
  origin: 'PERSON',
});

/** So many events as a log would have them, from position 1. */
export function preparedEvents(count: number): RecordedEvent[] {
  let itineraryId = '';
  let dayIds: string[] = [];
  return Array.from({ length: count }, (_, index): RecordedEvent => {
    const k = index % eventsPerStory;
    if (k === 0) {
      itineraryId = randomUUID();
      dayIds = Array.from({ length: days }, () => randomUUID());
    }
    return {
      ...eventOf(k, itineraryId, dayIds),
      id: randomUUID(),
      stream: `itinerary-${itineraryId}`,
      version: k + 1,
      position: index + 1,
      schema: 1,
      at: new Date().toISOString(),
      meta: { actorId: itineraryId, commandId: randomUUID() },
    };
  });
}

/** A log in memory that is empty until it is released, and then has everything at once. */
export interface PreparedLog {
  store: EventStore;
  /** Resolves when somebody has asked for the first events, so that whoever carries them is ready. */
  asked: Promise<void>;
  /** Shows the events; resolves when somebody asks for what comes after the last, having dealt with all. */
  release(): Promise<void>;
}

/** `onRead` is told of each read how many events were read before. The last one must find less than it asks for. */
export function preparedLog(events: readonly RecordedEvent[], onRead: (after: number) => void): PreparedLog {
  const asked = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const subscribers = new Set<() => void>();
  const wake = (): void => {
    for (const subscriber of subscribers) subscriber();
  };
  let released = false;
  const refuse = async (): Promise<never> => {
    throw new Error('A prepared log is only read from one end to the other');
  };
  const store: EventStore = {
    append: refuse,
    read: refuse,
    readMany: refuse,
    find: refuse,
    readSnapshot: refuse,
    writeSnapshot: refuse,
    close: async () => {},
    head: async () => (released ? events.length : 0),
    onAppended: (subscriber) => {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    readAll: async (after, limit) => {
      asked.resolve();
      if (!released) return [];
      onRead(after);
      if (after >= events.length) done.resolve();
      // Whoever gets the last is to ask again at once, which tells that it has dealt with them.
      else if (after + limit >= events.length) wake();
      return events.slice(after, after + limit);
    },
  };
  return {
    store,
    asked: asked.promise,
    release: () => {
      released = true;
      wake();
      return done.promise;
    },
  };
}

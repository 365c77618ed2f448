import type { EventStore, NewEvent } from '@waystory/infra/event-store/port.ts';
import { newId } from '@waystory/infra/identifier.ts';

/** Appends under way at the same time; they share their transactions. */
const atOnce = 250;

/** A collection that a job empties. */
export interface Things {
  /** Last part of its path. */
  collection: 'itineraries' | 'posts';
  /** Type of the event by which one of them goes. */
  deleted: 'ItineraryDeleted' | 'PostDeleted';
  /** What the job is about. */
  filter: object;
}

const appendAll = async (events: Pick<EventStore, 'append'>, category: string, created: readonly NewEvent[]): Promise<void> => {
  for (let from = 0; from < created.length; from += atOnce)
    await Promise.all(created.slice(from, from + atOnce).map((event) => events.append(`${category}-${newId()}`, 0, [event])));
};

const eventOf = (type: string, data: NewEvent['data'], actorId: string): NewEvent => ({
  id: newId(),
  type,
  schema: 1,
  data,
  meta: { actorId, commandId: newId() },
  at: new Date().toISOString(),
});

/** Stories of somebody, straight into the log: as many through the API would take long. @param word that all their titles begin with, and nothing else. */
export async function seedItineraries(events: Pick<EventStore, 'append'>, count: number, word: string): Promise<Things> {
  const accountId = newId();
  const titled = (n: number) => ({ title: `${word} ${n}`, accountId, visibility: 'PRIVATE' });
  await appendAll(
    events,
    'itinerary',
    Array.from({ length: count }, (_, n) => eventOf('ItineraryCreated', titled(n), accountId)),
  );
  return { collection: 'itineraries', deleted: 'ItineraryDeleted', filter: { title: { startsWith: word } } };
}

/** Comments on a story, by one author. */
export async function seedPosts(events: Pick<EventStore, 'append'>, count: number, itineraryId: string, accountId: string): Promise<Things> {
  const said = (n: number) => ({ text: `Comment ${n}`, accountId, postableType: 'itinerary', postableId: itineraryId, itineraryId });
  await appendAll(
    events,
    'post',
    Array.from({ length: count }, (_, n) => eventOf('PostCreated', said(n), accountId)),
  );
  return { collection: 'posts', deleted: 'PostDeleted', filter: { postableId: itineraryId } };
}

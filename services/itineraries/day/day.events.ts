import { type EventContext, mergeDefined, streamId } from '@waystory/infra/commands/decider.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { type Placement, stopIndexOnDay } from '@waystory/proto/itineraries/stop-order.ts';
import { type StoryDocs, type StoryHandlers, withEventVersion } from '../itinerary/story.ts';
import { withoutDay } from '../stop/placement.ts';

/** Effects of a day's events on the documents of its itinerary. */
export const dayHandlers: StoryHandlers<'DayAdded' | 'DayRewritten' | 'DayRemoved'> = {
  DayAdded: (event, { itineraries, days }) => {
    const { dayId, ...data } = event.data;
    const { stream, version, at } = event;
    const itinerary = itineraries.get(streamId(stream));
    if (!itinerary) return;
    const { id: itineraryId, accountId, visibility, hidden } = itinerary;
    const audience = { accountId, visibility, hidden };
    days.create(dayId, {
      id: dayId,
      itineraryId,
      title: null,
      description: null,
      ...data,
      stopIds: [],
      stopsCount: 0,
      ...audience,
      version,
      createdAt: at,
      updatedAt: at,
    });
    const dayIds = itinerary.dayIds.toSpliced(data.number - 1, 0, dayId);
    itineraries.update(itineraryId, (doc) => doc && withEventVersion({ ...doc, dayIds, daysCount: dayIds.length }, event));
    if (data.number < dayIds.length) renumber(dayIds, days, event);
  },
  DayRewritten: (event, { days }) => days.update(event.data.dayId, (day) => day && withEventVersion(mergeDefined(day, event.data.changes), event)),
  DayRemoved: (event, docs) => {
    const { dayId } = event.data;
    const itineraryId = streamId(event.stream);
    const removed = docs.days.get(dayId);
    const others = docs.itineraries.get(itineraryId)?.dayIds.filter((id) => id !== dayId) ?? [];
    for (const stopId of removed?.stopIds ?? []) {
      docs.stops.update(stopId, (stop) => stop && withEventVersion(withPlacement(stop, withoutDay(stop, dayId)), event));
    }
    docs.days.update(dayId, () => undefined);
    renumber(others, docs.days, event);
    docs.itineraries.update(itineraryId, (doc) => doc && withEventVersion({ ...doc, dayIds: others, daysCount: others.length }, event));
  },
};

/** Day numbers follow the order of the days. */
function renumber(dayIds: readonly string[], days: StoryDocs['days'], event: EventContext): void {
  dayIds.forEach((id, index) => {
    days.update(id, (day) => (day && day.number !== index + 1 ? withEventVersion({ ...day, number: index + 1 }, event) : day));
  });
}

/** The stop with another placement: its days and its indexes on them. */
export const withPlacement = ({ dayIndexes: _, ...stop }: Stop, placement: Placement): Stop => ({
  ...stop,
  ...placement,
  daysCount: placement.dayIds.length,
});

/**
 * Updates a day after a change of one of its present or former stops. Stops are ordered by their index on the day, and with equal indexes by arrival.
 * Only this stop is moved, because the others are sorted already.
 */
export function refillDay({ days, stops }: StoryDocs, dayId: string, stopId: string, event: EventContext, wasAccepted: boolean): void {
  const [day, stop] = [days.get(dayId), stops.get(stopId)];
  if (!day) return;
  const from = day.stopIds.indexOf(stopId);
  const stays = stop?.dayIds.includes(dayId) === true;
  const others = from < 0 ? day.stopIds : day.stopIds.toSpliced(from, 1);
  const to = stays ? placeAmong(others, stopIndexOnDay(stop, dayId), from, { dayId, stops }) : -1;
  const left = from >= 0 && wasAccepted ? 1 : 0;
  const stopsCount = day.stopsCount - left + (stays && stop.state === 'ACCEPTED' ? 1 : 0);
  if (from === to && stopsCount === day.stopsCount) return;
  const stopIds = to < 0 ? others : others.toSpliced(to, 0, stopId);
  days.update(dayId, (doc) => doc && withEventVersion({ ...doc, stopIds, stopsCount }, event));
}

/** Position of a stop with this index among the others. `from` is its former position, or -1 for a new stop. */
function placeAmong(others: readonly string[], index: number, from: number, { dayId, stops }: { dayId: string; stops: StoryDocs['stops'] }): number {
  let areKnown = true;
  const indexAt = (place: number): number => {
    const other = stops.get(others[place] ?? '');
    if (!other) areKnown = false;
    return other ? stopIndexOnDay(other, dayId) : 0;
  };
  const last = from < 0 ? others.length : from;
  const isAfterThoseBefore = last === 0 || indexAt(last - 1) <= index;
  const isBeforeThoseAfter = last === others.length || indexAt(last) >= index;
  if (isAfterThoseBefore && isBeforeThoseAfter) return last;
  const to = isAfterThoseBefore
    ? firstWhere(last, others.length, (place) => indexAt(place) >= index)
    : firstWhere(0, last, (place) => indexAt(place) > index);
  // A read model loads requested documents in rounds, so one round requests all that the search may need.
  if (!areKnown) for (const id of others) stops.get(id);
  return to;
}

/** First position at which `holds` is true, by binary search. */
function firstWhere(begin: number, end: number, holds: (place: number) => boolean): number {
  let [low, high] = [begin, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Recounts the legs of an itinerary. A leg leads from one accepted stop of a day to the next. */
export function recountLegs({ itineraries, days, stops }: StoryDocs, itineraryId: string): void {
  const dayIds = itineraries.get(itineraryId)?.dayIds ?? [];
  const legIds = dayIds.flatMap((dayId) => {
    const { stopIds: all = [], stopsCount = 0 } = days.get(dayId) ?? {};
    // Stops are read only on days with suggestions: reading all on each event would grow with the story.
    const stopIds = all.length === stopsCount || stopsCount < 2 ? all.slice(0, stopsCount) : all.filter((id) => stops.get(id)?.state === 'ACCEPTED');
    return stopIds.slice(1).map((stopId, index) => `${stopIds[index]}_${stopId}`);
  });
  itineraries.update(itineraryId, (doc) => doc && { ...doc, legIds, legsCount: legIds.length });
}

import { type EventContext, merge, streamId } from '@waystory/infra/commands/decider.ts';
import type { Day } from '@waystory/proto/itineraries/day.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { type StoryDocs, type StoryHandlers, touched } from '../itinerary/story.ts';

/** What the events of a day do to the documents of its itinerary. */
export const dayHandlers: StoryHandlers<'DayAdded' | 'DayRewritten' | 'DayRemoved'> = {
  DayAdded: (event, { itineraries, days }) => {
    const { dayId, ...data } = event.data;
    const { stream, version, at } = event;
    const itinerary = itineraries.get(streamId(stream));
    if (!itinerary) return;
    const { id: itineraryId, accountId, visibility, hidden } = itinerary;
    const audience = { accountId, visibility, hidden };
    days.update(dayId, () => ({
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
    }));
    itineraries.update(itineraryId, (doc) => doc && touched({ ...doc, dayIds: [...doc.dayIds, dayId], daysCount: doc.daysCount + 1 }, event));
  },
  DayRewritten: (event, { days }) => days.update(event.data.dayId, (day) => day && touched(merge(day, event.data.changes), event)),
  DayRemoved: (event, docs) => {
    const { dayId } = event.data;
    const itineraryId = streamId(event.stream);
    const removed = docs.days.get(dayId);
    const others = docs.itineraries.get(itineraryId)?.dayIds.filter((id) => id !== dayId) ?? [];
    for (const stopId of removed?.stopIds ?? []) {
      docs.stops.update(
        stopId,
        (stop) =>
          stop &&
          touched(
            onDays(
              stop,
              stop.dayIds.filter((id) => id !== dayId),
            ),
            event,
          ),
      );
    }
    docs.days.update(dayId, () => undefined);
    others.forEach((id, index) => {
      docs.days.update(id, (day) => (day && day.number !== index + 1 ? touched({ ...day, number: index + 1 }, event) : day));
    });
    docs.itineraries.update(itineraryId, (doc) => doc && touched({ ...doc, dayIds: others, daysCount: others.length }, event));
    recountLegs(docs, itineraryId);
  },
};

export const onDays = (stop: Stop, dayIds: string[]): Stop => ({ ...stop, dayIds, daysCount: dayIds.length });

/** Sets the stops of a day from those that may be on it: in order of index, first come first on equal ones. */
export function refillDay({ days, stops }: StoryDocs, dayId: string, candidates: readonly string[], event: EventContext): void {
  const members = [...new Set(candidates)]
    .map((id) => stops.get(id))
    .filter((stop) => stop?.dayIds.includes(dayId) === true)
    .filter((stop) => stop !== undefined)
    .sort((a, b) => a.index - b.index);
  const stopIds = members.map(({ id }) => id);
  const stopsCount = members.filter(({ state }) => state === 'ACCEPTED').length;
  days.update(dayId, (day) => (day && !sameStops(day, stopIds, stopsCount) ? touched({ ...day, stopIds, stopsCount }, event) : day));
}

const sameStops = (day: Day, stopIds: string[], stopsCount: number): boolean =>
  day.stopsCount === stopsCount && day.stopIds.join() === stopIds.join();

/** A leg leads from one stop of a day to the next. */
export function recountLegs({ itineraries, days }: StoryDocs, itineraryId: string): void {
  const dayIds = itineraries.get(itineraryId)?.dayIds ?? [];
  const legIds = dayIds.flatMap((dayId) => {
    const stopIds = days.get(dayId)?.stopIds ?? [];
    return stopIds.slice(1).map((stopId, index) => `${stopIds[index]}_${stopId}`);
  });
  itineraries.update(itineraryId, (doc) => doc && { ...doc, legIds, legsCount: legIds.length });
}

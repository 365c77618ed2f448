import { mergeDefined, streamId } from '@waystory/infra/commands/decider.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { blankStop, type Stop } from '@waystory/proto/itineraries/stop.ts';
import { refillDay, withPlacement } from '../day/day.events.ts';
import { type InContext, type StoryDocs, type StoryHandlers, withEventVersion } from '../itinerary/story.ts';

type Types = 'StopAdded' | 'StopRewritten' | 'StopMoved' | 'StopRelocated' | 'StopAccepted' | 'StopSuggested' | 'StopRemoved';

/** Effects of a stop's events on the documents of its itinerary. */
export const stopHandlers: StoryHandlers<Types> = {
  StopAdded: (event, docs) => {
    const { stopId, ...data } = event.data;
    const itinerary = docs.itineraries.get(streamId(event.stream));
    if (!itinerary) return;
    docs.stops.create(stopId, newStop(event, itinerary));
    const countryIds =
      data.countryId && !itinerary.countryIds.includes(data.countryId) ? [...itinerary.countryIds, data.countryId] : itinerary.countryIds;
    change(event, docs, { stopIds: [...itinerary.stopIds, stopId], countryIds }, data.state === 'ACCEPTED' ? 1 : 0);
    refillDays(event, docs, data.dayIds, false);
  },
  StopRewritten: (event, { stops }) =>
    stops.update(event.data.stopId, (stop) => stop && withEventVersion(mergeDefined(stop, event.data.changes), event)),
  StopMoved: (event, docs) => {
    const { stopId, ...placement } = event.data;
    const before = docs.stops.get(stopId);
    docs.stops.update(stopId, (stop) => stop && withEventVersion(withPlacement(stop, placement), event));
    refillDays(event, docs, [...(before?.dayIds ?? []), ...placement.dayIds], before?.state === 'ACCEPTED');
  },
  StopRelocated: (event, docs) => {
    const { stopId, placeOrigin: _, state: _state, ...place } = event.data;
    docs.stops.update(
      stopId,
      (stop) => stop && withEventVersion({ ...withoutPlaceNames(stop), isLocated: true, ...place, ...addressIn(place) }, event),
    );
    const { countryId } = place;
    // The itinerary keeps the former country, which may have been chosen by hand.
    docs.itineraries.update(streamId(event.stream), (doc) =>
      doc && countryId && !doc.countryIds.includes(countryId) ? withEventVersion({ ...doc, countryIds: [...doc.countryIds, countryId] }, event) : doc,
    );
  },
  StopAccepted: (event, docs) => changeState(event, docs, 'ACCEPTED', 1),
  StopSuggested: (event, docs) => changeState(event, docs, 'SUGGESTED', -1),
  StopRemoved: (event, docs) => {
    const { stopId } = event.data;
    const stop = docs.stops.get(stopId);
    const stopIds = docs.itineraries.get(streamId(event.stream))?.stopIds.filter((id) => id !== stopId) ?? [];
    docs.stops.update(stopId, () => undefined);
    change(event, docs, { stopIds }, stop?.state === 'ACCEPTED' ? -1 : 0);
    refillDays(event, docs, stop?.dayIds ?? [], stop?.state === 'ACCEPTED');
  },
};

function newStop({ data: { stopId, placeOrigin: _, ...data }, version, at }: InContext<'StopAdded'>, itinerary: Itinerary): Stop {
  const { id: itineraryId, accountId, visibility, hidden } = itinerary;
  return {
    id: stopId,
    itineraryId,
    ...blankStop,
    isLocated: true,
    ...data,
    daysCount: data.dayIds.length,
    ...addressIn(data),
    accountId,
    visibility,
    hidden,
    version,
    createdAt: at,
    updatedAt: at,
  };
}

/** Removes the alternative names of the former place, because the new place may have none. */
const withoutPlaceNames = ({ placeOtherNames: _, ...stop }: Stop): Stop => stop;

const addressIn = ({ address: { city, countryName, addressLine1, state } }: Pick<Stop, 'address'>) => ({
  addressCity: city,
  addressCountry: countryName,
  addressLine: addressLine1,
  addressState: state,
});

function change(event: InContext<Types>, { itineraries }: StoryDocs, changes: Partial<Itinerary>, accepted: number): void {
  itineraries.update(streamId(event.stream), (doc) => doc && withEventVersion({ ...doc, ...changes, stopsCount: doc.stopsCount + accepted }, event));
}

function changeState(event: InContext<'StopAccepted' | 'StopSuggested'>, docs: StoryDocs, state: Stop['state'], accepted: number): void {
  const { stopId } = event.data;
  docs.stops.update(stopId, (stop) => stop && withEventVersion({ ...stop, state }, event));
  change(event, docs, {}, accepted);
  refillDays(event, docs, docs.stops.get(stopId)?.dayIds ?? [], state !== 'ACCEPTED');
}

/** Updates the days that hold or held a stop. */
function refillDays(event: InContext<Types>, docs: StoryDocs, dayIds: readonly string[], wasAccepted: boolean): void {
  for (const dayId of new Set(dayIds)) refillDay(docs, dayId, event.data.stopId, event, wasAccepted);
}

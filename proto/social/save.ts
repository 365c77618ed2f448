import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { id, instant, version } from '../kit/field.ts';
import type { ListSpec } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';

const savedItineraryPair = { accountId: id, itineraryId: id };
const savedStopPair = { accountId: id, stopId: id };

export const saveEvents = defineEvents({
  ItinerarySaved: z.object(savedItineraryPair),
  ItineraryUnsaved: z.object(savedItineraryPair),
  StopSaved: z.object({ ...savedStopPair, itineraryId: id }),
  StopUnsaved: z.object(savedStopPair),
});
export type SaveEvent = EventOf<typeof saveEvents>;

export const saveErrors = {
  'save/unknown': 'You have not saved this.',
  'save/target-unknown': 'There is no such thing to save.',
} as const satisfies ErrorCatalogue;

/** A saved itinerary, one per account and itinerary. */
export const savedItinerary = z.object({ id, ...savedItineraryPair, version, createdAt: instant });
export type SavedItinerary = z.output<typeof savedItinerary>;

/** A saved stop, one per account and stop. */
export const savedStop = z.object({ id, ...savedStopPair, itineraryId: id, version, createdAt: instant });
export type SavedStop = z.output<typeof savedStop>;

const sortable = ['createdAt'] as const;
const defaultSort = 'createdAt DESC';
export const savedItineraryList = {
  entity: 'SavedItinerary',
  filterable: { id: 'id', itineraryId: 'id', createdAt: 'time' },
  sortable,
  defaultSort,
} as const satisfies ListSpec;
export const savedStopList = {
  entity: 'SavedStop',
  filterable: { id: 'id', stopId: 'id', itineraryId: 'id', createdAt: 'time' },
  sortable,
  defaultSort,
} as const satisfies ListSpec;

export const saveRoutes = defineRoutes({
  saveItinerary: route.post('/saved-itineraries', 'Save an itinerary; once saved, the same again', 'saves.write', {
    body: z.object({ itineraryId: id }),
    reply: savedItinerary,
    errors: ['save/target-unknown'],
  }),
  listSavedItineraries: route.list(
    '/saved-itineraries',
    'Itineraries that the caller saved and can see',
    'saves.read',
    savedItineraryList,
    savedItinerary,
  ),
  unsaveItinerary: route.delete('/saved-itineraries/:itineraryId', 'Save an itinerary no more', 'saves.write', {
    params: z.object({ itineraryId: id }),
    errors: ['save/unknown'],
  }),
  saveStop: route.post('/saved-stops', 'Save a stop; once saved, the same again', 'saves.write', {
    body: z.object({ stopId: id }),
    reply: savedStop,
    errors: ['save/target-unknown'],
  }),
  listSavedStops: route.list('/saved-stops', 'Stops that the caller saved and can see', 'saves.read', savedStopList, savedStop),
  unsaveStop: route.delete('/saved-stops/:stopId', 'Save a stop no more', 'saves.write', {
    params: z.object({ stopId: id }),
    errors: ['save/unknown'],
  }),
});

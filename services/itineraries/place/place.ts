import { type Circumstances, differences, isEmpty, merge, Rejected, type Stream } from '@waystory/infra/kit/decider.ts';
import { type Place, type PlaceEvent, placeEvents, type placeRoutes, type WrittenPlace } from '@waystory/proto/itineraries/place.ts';
import type { Address } from '@waystory/proto/kit/field.ts';
import type { z } from 'zod';

export type PlaceCommand =
  | { type: 'CreatePlace'; placeId: string; place: z.output<typeof placeRoutes.createPlace.body> }
  | { type: 'PatchPlace'; changes: z.output<typeof placeRoutes.patchPlace.body> }
  | { type: 'DeletePlace' };

/** An address of which nothing is known. */
export const noAddress: Address = {
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  postalCode: null,
  countryName: null,
  countryCode: null,
};
const blankPlace: Omit<WrittenPlace, 'name' | 'coordinates'> = {
  otherNames: [],
  mapboxId: null,
  placeName: null,
  featureType: null,
  address: noAddress,
  placeFormatted: null,
  imageUrl: null,
  poiCategories: [],
  poiCategoryIds: [],
  brands: [],
  brandIds: [],
  maki: null,
  relevance: null,
  wikidataId: null,
};

function decide(command: PlaceCommand, place: Place | null): PlaceEvent[] {
  if (command.type === 'CreatePlace') {
    if (place) return [];
    return [{ type: 'PlaceCreated', data: { placeId: command.placeId, ...command.place } }];
  }
  if (!place) throw new Rejected('place/unknown');
  switch (command.type) {
    case 'PatchPlace': {
      const changes = differences(place, command.changes);
      return isEmpty(changes) ? [] : [{ type: 'PlaceUpdated', data: { placeId: place.id, changes } }];
    }
    case 'DeletePlace':
      return [{ type: 'PlaceDeleted', data: { placeId: place.id } }];
    default:
      return command satisfies never;
  }
}

/** A place after an event; also what the read model keeps. */
export function evolvePlace(place: Place | null, event: PlaceEvent & Circumstances): Place | null {
  const { version, at } = event;
  switch (event.type) {
    case 'PlaceCreated': {
      const { placeId: id, ...data } = event.data;
      return { id, ...blankPlace, ...data, version, createdAt: at, updatedAt: at };
    }
    case 'PlaceUpdated':
      return place && { ...merge(place, event.data.changes), version, updatedAt: at };
    case 'PlaceDeleted':
      return null;
    default:
      return event satisfies never;
  }
}

export const placeStream: Stream<PlaceCommand, Place | null, PlaceEvent> = {
  category: 'place',
  stateVersion: 2,
  events: placeEvents,
  decider: { initial: null, decide, evolve: evolvePlace },
};

import { changedFields, type EventContext, entityVersion, isEmpty, mergeDefined, type Stream } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import {
  type Place,
  type PlaceEvent,
  type PlaceOrigin,
  place,
  placeEvents,
  type placeRoutes,
  type WrittenPlace,
} from '@waystory/proto/itineraries/place.ts';
import type { Address, Coordinates } from '@waystory/proto/kit/field.ts';
import type { z } from 'zod';

type PlaceCreated = Extract<PlaceEvent, { type: 'PlaceCreated' }>['data'];

/**
 * Id of a custom place. The same text of the same person gives the same id. Another person or address gives another id, because a place of a private
 * story must not be published with a public story.
 */
export const customPlaceId = (accountId: string, typed: Omit<PlaceCreated, 'placeId' | 'accountId'>): string =>
  derivedId('place', accountId, JSON.stringify(typed));

/** Former ids of custom places, before events distinguished them from world places: the same text gave everybody the same id. */
const sharedId = (name: string, { latitude, longitude }: Coordinates): string => derivedId('place', name, String(latitude), String(longitude));

/** True for a custom place of an older log, by the event of its stop or of the place itself. */
export const hasFormerCustomId = ({ placeId, name, coordinates }: Pick<PlaceCreated, 'placeId' | 'name' | 'coordinates'>): boolean =>
  placeId === sharedId(name, coordinates);

export type PlaceCommand =
  | {
      type: 'CreatePlace';
      placeId: string;
      place: z.output<typeof placeRoutes.createPlace.body>;
      /** Author of a custom place; a place of the world has none. */
      accountId?: string;
    }
  | { type: 'PatchPlace'; changes: z.output<typeof placeRoutes.patchPlace.body> }
  | { type: 'DeletePlace' };

/** A recorded place: its public fields, its origin and its author. */
export interface PlaceRecord extends Place {
  /** PERSON: a custom place, visible with its stops. WORLD: public. */
  origin: PlaceOrigin;
  /** Author of a custom place; null also when not recorded. */
  accountId: string | null;
}

const fields = Object.keys(place.shape) as (keyof Place)[]; // its own keys

/** A place for callers. Its author and the owners of its stops are omitted, because another person's stop may have made it public. */
export const placeView = (record: PlaceRecord): Place => Object.fromEntries(fields.map((field) => [field, record[field]])) as Place; // all of its fields

/** Address without any known part. */
export const noAddress: Address = {
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  postalCode: null,
  countryName: null,
  countryCode: null,
};
export const blankPlace: Omit<WrittenPlace, 'name' | 'coordinates'> = {
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

function decide(command: PlaceCommand, place: PlaceRecord | null): PlaceEvent[] {
  if (command.type === 'CreatePlace') {
    if (place) return [];
    const { placeId, accountId } = command;
    return [{ type: 'PlaceCreated', data: { placeId, ...command.place, ...(accountId && { accountId }) } }];
  }
  if (!place) throw new Rejected('place/unknown');
  switch (command.type) {
    case 'PatchPlace': {
      const changes = changedFields(place, command.changes);
      return isEmpty(changes) ? [] : [{ type: 'PlaceUpdated', data: { placeId: place.id, changes } }];
    }
    case 'DeletePlace':
      return [{ type: 'PlaceDeleted', data: { placeId: place.id } }];
    default:
      return command satisfies never;
  }
}

/** State of a place after an event; the read model keeps it too. */
export function evolvePlace(place: PlaceRecord | null, event: PlaceEvent & EventContext): PlaceRecord | null {
  const { version, at } = event;
  switch (event.type) {
    case 'PlaceCreated': {
      const { placeId: id, accountId = null, name, coordinates, ...others } = event.data;
      const origin = accountId || hasFormerCustomId(event.data) ? 'PERSON' : 'WORLD';
      return { id, name, coordinates, ...mergeDefined(blankPlace, others), origin, accountId, version, createdAt: at, updatedAt: at };
    }
    case 'PlaceUpdated':
      return place && { ...mergeDefined(place, event.data.changes), version, updatedAt: at };
    case 'PlaceDeleted':
      return null;
    default:
      return event satisfies never;
  }
}

export const placeStream: Stream<PlaceCommand, PlaceRecord | null, PlaceEvent> = {
  category: 'place',
  stateVersion: 2,
  events: placeEvents,
  decider: { initial: null, decide, evolve: evolvePlace },
  versionOf: entityVersion,
};

import { derivedId } from '@waystory/infra/identifier.ts';
import type { PlaceEvent } from '@waystory/proto/itineraries/place.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';

type PlaceCreated = Extract<PlaceEvent, { type: 'PlaceCreated' }>['data'];

/**
 * Exactly the same text by the same person means the same place. Another person or address means another place: a place typed for a private story
 * must not be published with a public one.
 */
export const customPlaceId = (accountId: string, typed: Omit<PlaceCreated, 'placeId' | 'accountId'>): string =>
  derivedId('place', accountId, JSON.stringify(typed));

/** Former ids of custom places, before events distinguished them from world places: the same text gave everybody the same id. */
const sharedId = (name: string, { latitude, longitude }: Coordinates): string => derivedId('place', name, String(latitude), String(longitude));

/** Whether a place was typed for a stop, judged by the event of the stop or of the place itself. */
export const wasTyped = ({ placeId, name, coordinates }: Pick<PlaceCreated, 'placeId' | 'name' | 'coordinates'>): boolean =>
  placeId === sharedId(name, coordinates);

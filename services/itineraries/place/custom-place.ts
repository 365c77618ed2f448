import { derivedId } from '@waystory/infra/identifier.ts';
import type { PlaceEvent } from '@waystory/proto/itineraries/place.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';

type PlaceCreated = Extract<PlaceEvent, { type: 'PlaceCreated' }>['data'];

/**
 * Exactly the same text by the same person means the same place. Another person or address means another place: one typed for a private story must
 * not come out with a public one.
 */
export const customPlaceId = (accountId: string, typed: Omit<PlaceCreated, 'placeId' | 'accountId'>): string =>
  derivedId('place', accountId, JSON.stringify(typed));

/** How custom places were named before events told them from those of the world: one for everybody who typed the same. */
const sharedId = (name: string, { latitude, longitude }: Coordinates): string => derivedId('place', name, String(latitude), String(longitude));

/** Whether a place came with a stop, by what its stop or its own beginning says. */
export const wasTyped = ({ placeId, name, coordinates }: Pick<PlaceCreated, 'placeId' | 'name' | 'coordinates'>): boolean =>
  placeId === sharedId(name, coordinates);

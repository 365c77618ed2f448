import { randomUUID } from 'node:crypto';
import type { NewEvent } from '@waystory/infra/event-store/port.ts';

/** So many places are written in turn: the read model keeps its size, and hardly any batch has two events of one place. */
export const places = 5_000;

export const placeId = (n: number): string => `91ace000-0000-4000-8000-${(n % places).toString(16).padStart(12, '0')}`;

const namePrefix = 'Place ';
/** The name that write `n` gives its place. */
export const nameOf = (n: number): string => `${namePrefix}${n}`;
/** Which write gave a place this name. */
export const writeNamed = (name: unknown): number => Number(String(name).slice(namePrefix.length));

/** What write `n` says of its place: the first round makes the places, the others give them a new name. */
export function placeEvent(n: number): NewEvent {
  const name = nameOf(n);
  const base = { id: randomUUID(), schema: 1, at: new Date().toISOString(), meta: { actorId: null, commandId: randomUUID() } };
  if (n >= places) return { ...base, type: 'PlaceUpdated', data: { placeId: placeId(n), changes: { name } } };
  const coordinates = { latitude: (n % 170) - 85, longitude: (n % 360) - 180 };
  return { ...base, type: 'PlaceCreated', data: { placeId: placeId(n), name, coordinates } };
}

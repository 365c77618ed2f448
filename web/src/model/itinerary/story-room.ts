import { dayBytes, itineraryBytes, mostStoryBytes, stopBytes } from '@waystory/proto/itineraries/story-size.ts';
import type { WholeItinerary } from './itinerary.query.ts';

/** Share of the size limit that triggers the warning. */
const nearly = 0.8;
/** Smallest free space for another text, bytes. A story with less free space is full. */
const smallest = 5_000;

/** Unchanged stops keep their object, so each is measured once. */
const measured = new WeakMap<object, number>();

function once<T extends object>(thing: T, bytesOf: (thing: T) => number): number {
  const bytes = measured.get(thing) ?? bytesOf(thing);
  measured.set(thing, bytes);
  return bytes;
}

export interface StorySizeState {
  /** Size of the story by the rule of the API, bytes. */
  used: number;
  state: 'free' | 'nearly' | 'full';
}

export function storySizeState({ days, stops, ...itinerary }: WholeItinerary): StorySizeState {
  const parts = [...days.map((day) => once(day, dayBytes)), ...stops.map((stop) => once(stop, stopBytes))];
  const used = parts.reduce((sum, bytes) => sum + bytes, itineraryBytes(itinerary));
  if (used > mostStoryBytes - smallest) return { used, state: 'full' };
  return { used, state: used > nearly * mostStoryBytes ? 'nearly' : 'free' };
}

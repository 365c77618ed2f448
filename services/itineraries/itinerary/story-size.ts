import { dayBytes, itineraryBytes, stopBytes } from '@waystory/proto/itineraries/story-size.ts';
import type { DocTable } from './doc-table.ts';
import type { Story } from './story.ts';

/** Sums values of documents; parts of a table that did not change are not looked at again. */
function summed<D extends object>(bytesOf: (doc: D) => number): (table: DocTable<D>) => number {
  const docs = new WeakMap<D, number>();
  const parts = new WeakMap<object, number>();
  const ofDoc = (doc: D): number => known(docs, doc, bytesOf);
  const ofPart = (part: Readonly<Record<string, D>>): number => Object.values(part).reduce((sum, doc) => sum + ofDoc(doc), 0);
  return (table) => Object.values(table).reduce((sum, part) => sum + known(parts, part, ofPart), 0);
}

function known<K extends object>(values: WeakMap<K, number>, key: K, make: (key: K) => number): number {
  const before = values.get(key);
  if (before !== undefined) return before;
  const now = make(key);
  values.set(key, now);
  return now;
}

const ofDays = summed(dayBytes);
const ofStops = summed(stopBytes);

/** Bytes of a story as `mostStoryBytes` counts them; 0 when there is none. */
export const sizeOf = ({ itinerary, days, stops }: Story): number => (itinerary ? itineraryBytes(itinerary) + ofDays(days) + ofStops(stops) : 0);

import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { Day } from '@waystory/proto/itineraries/day.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { stops } from '../itinerary/stories.projection.ts';

/** A document with the ids of all stops and the count of accepted ones. */
type Holder = Pick<Itinerary & Day, 'stopIds' | 'stopsCount'>;

const hasSuggestions = ({ stopIds, stopsCount }: Holder): boolean => stopIds.length !== stopsCount;

async function seenIn(holders: readonly Holder[], reads: Reads): Promise<(id: string) => boolean> {
  const found = await reads.byIds(stops, [...new Set(holders.flatMap(({ stopIds }) => stopIds))]);
  const seen = new Set(found.map(({ id }) => id));
  return (id) => seen.has(id);
}

/** Itineraries or days without the ids of stops that the reader does not see. Only those with suggestions cost a look. */
export async function withSeenStops<T extends Holder>(docs: readonly T[], reads: Reads): Promise<T[]> {
  const unsure = docs.filter(hasSuggestions);
  if (unsure.length === 0) return [...docs];
  const isSeen = await seenIn(unsure, reads);
  return docs.map((doc) => (hasSuggestions(doc) ? { ...doc, stopIds: doc.stopIds.filter(isSeen) } : doc));
}

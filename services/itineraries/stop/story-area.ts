import { orThrow } from '@waystory/infra/errors.ts';
import { countryNames } from '@waystory/infra/places/countries.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { maxStops } from '@waystory/proto/itineraries/stop.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { countryIdOf } from '../country/country.ts';
import { itineraries, stops } from '../itinerary/stories.projection.ts';
import type { StoryExtent } from '../place/place-choice.ts';

interface LocatedStop {
  isLocated: boolean;
  index: number;
  coordinates: Coordinates;
  countryCode: string | null;
}

const countryCodesOf = (ids: readonly string[]): string[] => [...countryNames.keys()].filter((code) => ids.includes(countryIdOf(code)));

/** Extent of a story: points of its located stops, and codes of its countries. */
export function storyExtentOf(all: readonly LocatedStop[], countryIds: readonly string[]): StoryExtent {
  const there = all.filter(({ isLocated }) => isLocated);
  return {
    points: there.toSorted((a, b) => a.index - b.index).map(({ coordinates }) => coordinates),
    countryCodes: new Set([...countryCodesOf(countryIds), ...there.flatMap(({ countryCode }) => countryCode ?? [])]),
  };
}

/**
 * Extent of a story that the principal may read.
 * @throws Rejected `itinerary/unknown`
 */
export async function visibleStoryExtent(itineraryId: string, reads: Reads): Promise<StoryExtent> {
  const story = orThrow(await reads.one(itineraries, itineraryId), 'itinerary/unknown');
  return storyExtentOf(await reads.all(stops, eq('itineraryId', itineraryId), [], maxStops), story.countryIds);
}

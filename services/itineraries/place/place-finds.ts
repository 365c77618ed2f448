import { fitOfName } from '@waystory/infra/places/name-fit.ts';
import { comparable, wordsOf } from '@waystory/infra/places/name-words.ts';
import type { FoundPlace } from '@waystory/infra/places/port.ts';
import type { Place } from '@waystory/proto/itineraries/place.ts';
import type { PlaceFind } from '@waystory/proto/itineraries/place-search.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** Things of the same name that are no farther apart are the same, kilometres. */
const samePlace = 0.3;
/** Of so many answers at least one is kept for what is not recorded here, if anything was found. */
const answersPerFind = 4;
/** Up to here a point is near the middle of what it is called after, beyond the distance is told; kilometres. */
const atIt = 0.2;
const nearIt = 20;

/** A recorded place that was found by its name. */
export interface KnownFind {
  place: Place;
  relevance: number;
  /** Something was mistyped. */
  slipped: boolean;
}

/**
 * Answers to what was typed, best first: what is called exactly so, then recorded places, then what a provider found, and what fits only with a slip of
 * the finger behind what fits without. The same place is there once, as the recorded one.
 */
export function mergeFinds(query: string, known: readonly KnownFind[], found: readonly FoundPlace[], limit: number): PlaceFind[] {
  const recorded = known.map((find) => ({ ...find, item: recordedFind(find) }));
  const others = withoutRepeats(found.map((place) => ({ item: newFind(place) }))).flatMap(({ item }) =>
    recorded.some((one) => isSame(one.item, item)) ? [] : [item],
  );
  const kept = withoutRepeats(recorded).slice(0, limit - Math.min(others.length, Math.ceil(limit / answersPerFind)));
  const isWhole = ({ name }: PlaceFind): boolean => comparable(name) === comparable(query);
  const rest = others.filter((item) => !isWhole(item));
  const slips = kept.filter(({ slipped }) => slipped).map(({ item }) => item);
  const fits = kept.flatMap(({ item, slipped }) => (slipped || isWhole(item) ? [] : [item]));
  const fitsWithoutSlip = rest.some(({ name, placeFormatted }) => fitOfName(wordsOf(query), wordsOf(name), wordsOf(placeFormatted), false));
  return [
    ...kept.flatMap(({ item }) => (isWhole(item) ? [item] : [])),
    ...others.filter(isWhole),
    ...fits,
    ...(fitsWithoutSlip ? [...rest, ...slips] : [...slips, ...rest]),
  ].slice(0, limit);
}

const withoutRepeats = <T extends { item: PlaceFind }>(finds: readonly T[]): T[] =>
  finds.filter(({ item }, at) => !finds.slice(0, at).some((earlier) => isSame(earlier.item, item)));

function isSame(a: PlaceFind, b: PlaceFind): boolean {
  if (a.mapboxId !== null && a.mapboxId === b.mapboxId) return true;
  return comparable(a.name) === comparable(b.name) && kilometresBetween(a.coordinates, b.coordinates) <= samePlace;
}

/** A find of a provider as the API answers it. */
export const newFind = (found: FoundPlace): PlaceFind => ({ placeId: null, imageUrl: null, ...found });

function recordedFind({ place, relevance }: KnownFind): PlaceFind {
  const { id: placeId, name, coordinates, address, featureType, mapboxId, poiCategories, maki, imageUrl } = place;
  const around = inWords(address.city === name ? null : address.city, address.state, address.countryName);
  const placeFormatted = place.placeFormatted ?? around;
  const placeName = place.placeName ?? inWords(name, around || null);
  return {
    ...{ placeId, name, placeName, featureType, coordinates, address, placeFormatted, relevance },
    ...{ mapboxId, poiCategories, maki, imageUrl },
  };
}

/** Parts from small to large, each once. */
const inWords = (...parts: (string | null)[]): string => [...new Set(parts.filter((part) => part !== null))].join(', ');

/** Words for a point on the map. */
export function labelOf(point: Coordinates, place: PlaceFind | null): string {
  if (!place) return `${degrees(point.latitude, 'N', 'S')}, ${degrees(point.longitude, 'E', 'W')}`;
  const kilometres = kilometresBetween(point, place.coordinates);
  if (kilometres <= atIt) return place.placeName;
  return kilometres <= nearIt ? `Near ${place.placeName}` : `${Math.round(kilometres)} km from ${place.placeName}`;
}

const degrees = (value: number, positive: string, negative: string): string =>
  `${Math.abs(value).toFixed(4)}\u00b0 ${value < 0 ? negative : positive}`;

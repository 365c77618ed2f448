import { fitOfName, foldName, wordsOf } from '@waystory/infra/places/name-fit.ts';
import type { FoundPlace, NameMatch } from '@waystory/infra/places/port.ts';
import { otherSpellings } from '@waystory/infra/places/spellings.ts';
import type { Place } from '@waystory/proto/itineraries/place.ts';
import type { PlaceSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** Largest distance between two finds of one name that are the same place, kilometres. */
const samePlace = 0.3;
/** Number of answers of which one is reserved for unrecorded places, if any were found. */
const answersPerFind = 4;
/** Distance up to which a point takes a place's plain name; beyond it, the label includes the distance; kilometres. */
const atIt = 0.2;
const nearIt = 20;

/** A recorded place that was found by its name. */
export interface RecordedFind {
  place: Place;
  relevance: number;
  match: NameMatch;
}

/** An answer with its match to the typed words. */
export interface RankedFind {
  item: PlaceSearchResult;
  match: Omit<NameMatch, 'weight'>;
  weight: { least: number; most: number };
}

/** Assumed range of weights of a recorded place, whose popularity is not counted: from a town of 10,000 people to one of 100,000. */
const recordedWeight = { least: 0.28, most: 0.49 };
/** Range of weights of a place whose popularity is unknown. */
const anyWeight = { least: 0, most: 1 };
const exactly = (weight: number) => ({ least: weight, most: weight });

/** Points of interest in a bounding box, each once: recorded places first, then places of a provider. */
export const mergedFinds = (known: readonly Place[], found: readonly FoundPlace[], limit: number): PlaceSearchResult[] =>
  withoutRepeats([
    ...known.map((place) => ({ item: recordedFind({ place, relevance: null }) })),
    ...found.map((place) => ({ item: placeFindOf(place) })),
  ])
    .map(({ item }) => item)
    .slice(0, limit);

/**
 * Answers to typed words, best first: exact names, nearly exact names, longer names, then names with typing errors. Among longer names, recorded
 * places precede others. A place that is both recorded and found appears once, as the recorded place.
 */
export function rankFinds(query: string, known: readonly RecordedFind[], found: readonly FoundPlace[], limit: number): RankedFind[] {
  const recorded = withoutRepeats(known.map((find) => ({ item: recordedFind(find), match: find.match, weight: recordedWeight })));
  const others = withoutRepeats(
    found.map((place) => ({
      item: placeFindOf(place),
      match: place.match ?? matchByName(query, place),
      weight: place.match ? exactly(place.match.weight) : anyWeight,
    })),
  );
  const isRecorded = ({ item }: RankedFind): boolean => recorded.some((one) => isSame(one.item, item));
  const unrecorded = others.filter((find) => !isRecorded(find));
  const kept = recorded
    .map((find) => others.filter(({ item }) => isSame(find.item, item)).reduce(together, find))
    .slice(0, limit - Math.min(unrecorded.length, Math.ceil(limit / answersPerFind)));
  return [...kept, ...unrecorded].sort((a, b) => rankOf(a) - rankOf(b) || (isCalledSo(a) ? relevance(b) - relevance(a) : 0)).slice(0, limit);
}

const relevance = ({ item }: RankedFind): number => item.relevance ?? 0;
const isCalledSo = ({ match }: RankedFind): boolean => match.extent !== 'part';

/** Sort key: lower ranks come first. */
function rankOf({ item, match: { extent, slipped } }: RankedFind): number {
  if (extent === 'whole') return 0;
  if (extent === 'near') return slipped ? 4 : 1;
  return (item.placeId === null ? 3 : 2) + (slipped ? 3 : 0);
}

/** Match by names, for a provider that returns no matches; the provider may know other names. */
function matchByName(query: string, { name, placeFormatted }: FoundPlace): RankedFind['match'] {
  const [typed, words, surroundings] = [wordsOf(query), wordsOf(name), wordsOf(placeFormatted)];
  const asTyped = fitOfName(typed, words, surroundings, true);
  const fits =
    asTyped?.extent === 'whole' ? [asTyped] : [asTyped, ...otherSpellings(typed).map((one) => fitOfName(one.words, words, surroundings, false))];
  const fit = fits.find((one) => one?.extent === 'whole') ?? asTyped;
  return { extent: fit?.extent ?? 'part', slipped: fit?.slipped ?? false };
}

/** A recorded place that a provider found too takes the weight of the provider. */
function together(recorded: RankedFind, other: RankedFind): RankedFind {
  const { match } = rankOf(other) < rankOf(recorded) ? other : recorded;
  return { item: { ...recorded.item, relevance: Math.max(relevance(recorded), relevance(other)) }, match, weight: other.weight };
}

const withoutRepeats = <T extends { item: PlaceSearchResult }>(finds: readonly T[]): T[] =>
  finds.filter(({ item }, at) => !finds.slice(0, at).some((earlier) => isSame(earlier.item, item)));

function isSame(a: PlaceSearchResult, b: PlaceSearchResult): boolean {
  if (a.mapboxId !== null && a.mapboxId === b.mapboxId) return true;
  // Singapore is a country and a city.
  if ((a.featureType === 'country') !== (b.featureType === 'country')) return false;
  return foldName(a.name) === foldName(b.name) && kilometresBetween(a.coordinates, b.coordinates) <= samePlace;
}

/** A provider's find in the form of an API answer. */
export const placeFindOf = ({ match: _, ...found }: FoundPlace): PlaceSearchResult => ({ placeId: null, imageUrl: null, ...found });

function recordedFind({ place, relevance }: { place: Place; relevance: number | null }): PlaceSearchResult {
  const { id: placeId, name, coordinates, address, featureType, mapboxId, poiCategories, maki, wikidataId, imageUrl } = place;
  const around = inWords(address.city === name ? null : address.city, address.state, address.countryName);
  const placeFormatted = place.placeFormatted ?? around;
  const placeName = place.placeName ?? inWords(name, around || null);
  return {
    ...{ placeId, name, placeName, featureType, coordinates, address, placeFormatted, relevance },
    ...{ mapboxId, poiCategories, maki, wikidataId, imageUrl },
  };
}

/** Parts from small to large, each once. */
const inWords = (...parts: (string | null)[]): string => [...new Set(parts.filter((part) => part !== null))].join(', ');

/** Label of a point: the place there, the distance to a place, or its degrees. */
export function pointLabelOf(point: Coordinates, place: PlaceSearchResult | null): string {
  if (!place) return `${degrees(point.latitude, 'N', 'S')}, ${degrees(point.longitude, 'E', 'W')}`;
  const kilometres = kilometresBetween(point, place.coordinates);
  if (kilometres <= atIt) return place.placeName;
  return kilometres <= nearIt ? `Near ${place.placeName}` : `${Math.round(kilometres)} km from ${place.placeName}`;
}

const degrees = (value: number, positive: string, negative: string): string =>
  `${Math.abs(value).toFixed(4)}\u00b0 ${value < 0 ? negative : positive}`;

import { countryCentre } from '@waystory/infra/places/gazetteer.ts';
import { foldName } from '@waystory/infra/places/name-fit.ts';
import type { PlaceSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { RankedFind } from './place-finds.ts';

/** Lead in weight that decides between namesakes: the lead of a town with 3.5 times the population. */
const farAhead = 0.116;
/** Assumed radius of a neighbourhood, kilometres. */
const quarter = 2;

/** The one place that words mean, or the candidates, best first; the list may be empty. */
export type PlaceChoice = { chosen: PlaceSearchResult } | { candidates: readonly PlaceSearchResult[] };

/** Extent of a story: the points of its stops, and the codes of its countries. */
export interface StoryExtent {
  points: readonly Coordinates[];
  /** ISO 3166-1 alpha-2. */
  countryCodes: ReadonlySet<string>;
}
/** Distance from a stop within which a trip usually continues, kilometres. */
const nearStop = 150;
/** Longest detour of a trip, kilometres: within it, a namesake may be meant rather than a famous city. */
const withinReach = 300;
/** Most countries of a story that hint at its next stop, because a story with more countries goes around the world. */
const mostCountries = 5;
/** Weight of a city of about 350,000 people, which its name alone identifies everywhere. */
const wellKnown = 0.6;

const kmFrom = ({ points }: StoryExtent, { coordinates }: PlaceSearchResult): number =>
  Math.min(...points.map((point) => kilometresBetween(point, coordinates)));
const isInCountries = ({ countryCodes }: StoryExtent, { address }: PlaceSearchResult): boolean => countryCodes.has(address.countryCode ?? '');

/** Whether the typed name alone identifies the place everywhere. */
const isWellKnown = ({ match, weight }: RankedFind): boolean => match.extent === 'whole' && !match.slipped && weight.least >= wellKnown;

/**
 * Chooses among results for some words, for a story if there is one. An exact name near its stops comes first. A well-known place follows, unless a
 * namesake in the countries of the story is within reach; then an exact name in these countries. Any other remote place is chosen only without typing
 * errors, and only while no place of the story fits. A story in no country, or in more than `mostCountries`, gives no hint.
 */
export function choosePlace(ranked: readonly RankedFind[], story?: StoryExtent): PlaceChoice {
  const choice = chooseByName(ranked);
  if (!story || story.countryCodes.size === 0 || story.countryCodes.size > mostCountries) return choice;
  const near = ranked.filter(({ item }) => kmFrom(story, item) <= nearStop);
  const inCountries = ranked.filter(({ item }) => isInCountries(story, item));
  const calledNear = near.filter(({ match }) => match.extent === 'whole');
  if (calledNear.length > 0) return chooseByWeight(calledNear);
  const chosen = 'chosen' in choice ? ranked.find(({ item }) => item === choice.chosen) : undefined;
  const calledThere = inCountries.filter(({ match }) => match.extent === 'whole');
  const namesakes = calledThere
    .filter(({ item }) => kmFrom(story, item) <= withinReach)
    .sort((a, b) => kmFrom(story, a.item) - kmFrom(story, b.item));
  const isOnlyFamous = namesakes.length > 0 && chosen !== undefined && !inCountries.includes(chosen);
  if (chosen && ((isWellKnown(chosen) && !isOnlyFamous) || near.includes(chosen))) return choice;
  const fitting = (finds: readonly RankedFind[]): RankedFind[] => finds.filter(({ match }) => !match.slipped);
  const ofStory = [...new Set([...namesakes, ...near, ...inCountries])];
  const ask = (): PlaceChoice => ({ candidates: itemsOf([...new Set([...ofStory, ...ranked])]) });
  if (chosen && inCountries.includes(chosen)) return fitting(near).length > 0 ? ask() : choice;
  if (!chosen && calledThere.length > 0) {
    const there = chooseByWeight(calledThere);
    return 'chosen' in there ? there : ask();
  }
  return chosen && !chosen.match.slipped && fitting(ofStory).length === 0 ? choice : ask();
}

/**
 * Exact names exclude all others; without any, nearly exact names without typing errors do. Of several such names, a place far more popular than the
 * rest is chosen. The same holds for names with typing errors, if nothing else fits. A longer name is chosen only when it is the only result.
 */
function chooseByName(ranked: readonly RankedFind[]): PlaceChoice {
  const whole = ranked.filter(({ match }) => match.extent === 'whole');
  const called = whole.length > 0 ? whole : ranked.filter(({ match }) => match.extent === 'near' && !match.slipped);
  if (called.length > 0) return chooseByWeight(called);
  const [part, ...otherParts] = ranked.filter(({ match }) => !match.slipped);
  const mistyped = ranked.filter(({ match }) => match.extent === 'near');
  if (!part) return chooseByWeight(mistyped, ranked);
  return otherParts.length === 0 && mistyped.length === 0 ? { chosen: part.item } : { candidates: itemsOf(ranked) };
}

function chooseByWeight(ranked: readonly RankedFind[], candidates = ranked): PlaceChoice {
  const apart = withoutSurroundings(ranked);
  const isAhead = (one: RankedFind, other: RankedFind): boolean => one.weight.least - other.weight.most >= farAhead;
  const meant = apart.find((one) => apart.every((other) => one === other || isAhead(one, other)));
  return meant ? { chosen: meant.item } : { candidates: itemsOf(candidates) };
}

const itemsOf = (ranked: readonly RankedFind[]): PlaceSearchResult[] => ranked.map(({ item }) => item);

/**
 * A result that only surrounds another of the same name is left out. Singapore or Luxembourg means the city, and the Sagrada Família is not the
 * neighbourhood named after it.
 */
function withoutSurroundings(ranked: readonly RankedFind[]): RankedFind[] {
  const isAround = (outer: PlaceSearchResult, inner: PlaceSearchResult): boolean => {
    if (outer.featureType === 'country')
      return inner.address.countryCode === outer.address.countryCode && foldName(inner.name) === foldName(outer.name);
    return outer.featureType === 'neighborhood' && kilometresBetween(outer.coordinates, inner.coordinates) <= quarter;
  };
  return ranked.filter(({ item: outer }) => !ranked.some(({ item: inner }) => inner.featureType !== outer.featureType && isAround(outer, inner)));
}

/** Number of results of each request: enough for every large town of one name. */
const most = 20;

/** Finds places by some words, near a point where one is given. */
type FindNear = (options: { near: Coordinates | undefined; limit: number }) => Promise<RankedFind[]>;

/** The chosen place or the candidates for some words in a story, with all results. */
export async function findInStory(area: StoryExtent, find: FindNear): Promise<{ choice: PlaceChoice; ranked: readonly RankedFind[] }> {
  const ranked = await findsFor(area, find);
  return { choice: choosePlace(ranked, area), ranked };
}

/** Results near the story, and the best-known results. Two requests, because either kind may fill all answers. */
async function findsFor({ points, countryCodes }: StoryExtent, find: FindNear): Promise<RankedFind[]> {
  const [code] = countryCodes;
  const near = points.at(-1) ?? (code === undefined ? undefined : await countryCentre(code));
  const [known, nearby] = await Promise.all([find({ near: undefined, limit: most }), near ? find({ near, limit: most }) : []]);
  const idOf = ({ item }: RankedFind): string => item.placeId ?? item.mapboxId ?? item.placeName;
  const ids = new Set(known.map(idOf));
  return [...known, ...nearby.filter((one) => !ids.has(idOf(one)))];
}

import { foldName } from '@waystory/infra/places/name-fit.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { permutationsOf } from '../planning/schedule.ts';
import { joinWithAnd, plainText } from '../understanding/plain-text.ts';
import { bestInterestFit } from '../understanding/vocabulary.ts';
import type { Leg, TripRequest } from '../understanding/wish.ts';
import { type Atlas, type City, citiesIn, cityOf, countryName, type Point, type Town } from '../world/atlas.ts';
import { type Candidate, candidatesOf, lookupCall } from './references.ts';
import { type AnsweredCall, callTools, type Session, type Step } from './session.ts';

/** A part of a trip with its points, such as a city or the surroundings of a town. */
export interface Area {
  name: string;
  country: string;
  city: City;
  points: readonly Point[];
  centre: Coordinates;
  /** Days requested for this area alone; null without a request. */
  days: number | null;
}

/** Areas to plan, or a text for the user when nothing can be planned so far. */
export type AreasOrReply = { areas: readonly Area[] } | { say: string };

/** Default length of a trip, days. */
export const defaultTripDays = 3;
/** Days per city in a trip through a country; longer trips include more cities. */
const daysPerCity = 3;
/** Radius around a looked-up town or quarter within which points belong to it, kilometres. */
const localReach = 5;
/** Population above which `localReach` doubles. */
const aMillion = 1_000_000;
/** Minimum number of points for a plan. */
const fewest = 2;
/** Distance within which two places of one name are the same town, kilometres. */
const sameTown = 25;

export const areaOfCity = (atlas: Atlas, city: City, days: number | null = null): Area => ({
  ...{ name: city.name, country: countryName(atlas, city.countryCode), city, points: city.points, centre: city.coordinates, days },
});

/** Resolves the legs of a trip request to areas. Names that the atlas lacks are looked up. */
export function* resolveAreas(session: Session, wish: TripRequest): Generator<Step, AreasOrReply, readonly AnsweredCall[]> {
  const { atlas } = session;
  const legs = wish.legs.length > 0 ? wish.legs : legsOfPoints(wish.must);
  const unknown = legs.flatMap(({ destination }) => (destination.kind === 'elsewhere' ? [destination.words] : []));
  const answers = yield* callTools(
    session,
    unknown.map((words) => lookupCall(words, 8)),
    '',
  );
  const found = new Map(unknown.map((words, index) => [words, answers[index] ? candidatesOf(answers[index]) : []]));
  const areas: Area[] = [];
  const troubles: string[] = [];
  for (const leg of legs) {
    const some = areasOfLeg(atlas, leg, wish, found);
    if ('say' in some) troubles.push(some.say);
    else areas.push(...some.areas);
  }
  if (troubles.length > 0) {
    const rest = areas.length > 0 ? `\n\nOr I plan ${joinWithAnd(areas.map(({ name }) => name))} alone: say *only ${areas[0]?.name}*.` : '';
    return { say: `${troubles.join('\n\n')}${rest}` };
  }
  const each = areas.filter((area, at) => areas.findIndex(({ name }) => name === area.name) === at);
  return { areas: inAskedOrder(each, plainText(session.text)) };
}

/** Areas in the order of the trip request. An area where the user wants to start comes first, one where the user wants to end comes last. */
function inAskedOrder(areas: readonly Area[], plain: string): Area[] {
  const isAt = (words: string, { name }: Area): boolean =>
    new RegExp(`\\b(?:${words})\\w*(?: \\w+)? (?:in|at|with|from) ${plainText(name)}\\b`).test(plain);
  const rank = (area: Area): number => (isAt('start|begin', area) ? -1 : isAt('end|finish', area) ? 1 : 0);
  return [...areas].sort((a, b) => rank(a) - rank(b));
}

const legsOfPoints = (keys: readonly string[]): Leg[] =>
  [...new Set(keys.map((key) => key.split('/')[0] ?? ''))].slice(0, 1).map((slug) => ({ destination: { kind: 'city', slug }, days: null }));

function areasOfLeg(atlas: Atlas, { destination, days }: Leg, wish: TripRequest, found: ReadonlyMap<string, readonly Candidate[]>): AreasOrReply {
  switch (destination.kind) {
    case 'city': {
      const city = cityOf(atlas, destination.slug);
      return city ? { areas: [areaOfCity(atlas, city, days)] } : { say: `I do not know ${destination.slug}.` };
    }
    case 'country':
      return severalOf(atlas, citiesIn(atlas, destination.code), countryName(atlas, destination.code), days, wish);
    case 'region': {
      const cities = destination.slugs.flatMap((slug) => cityOf(atlas, slug) ?? []);
      return severalOf(atlas, cities, capital(destination.name), days, wish);
    }
    case 'continent':
      return {
        say: `${capital(destination.name)} is more than one trip. Which country or city shall it be? I know ${joinWithAnd(someCities(atlas, destination.name))} well, for example.`,
      };
    case 'elsewhere':
      return areasElsewhere(atlas, destination.words, days, wish, found.get(destination.words) ?? []);
    default:
      return destination satisfies never;
  }
}

const capital = (words: string): string => words.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());

function someCities(atlas: Atlas, continent: string): string[] {
  const slugs: Readonly<Record<string, readonly string[]>> = {
    europe: ['lisbon', 'rome', 'paris', 'vienna'],
    asia: ['tokyo', 'bangkok', 'delhi', 'singapore'],
    africa: ['cairo', 'marrakesh', 'cape-town', 'nairobi'],
    'north america': ['new-york', 'mexico-city', 'montreal'],
    oceania: ['sydney', 'melbourne', 'auckland'],
    'middle east': ['dubai', 'istanbul', 'cairo'],
    'south america': ['lima', 'cusco', 'buenos-aires', 'rio-de-janeiro'],
    'latin america': ['mexico-city', 'havana', 'lima', 'buenos-aires'],
  };
  return (slugs[continent] ?? ['lisbon', 'tokyo', 'new-york', 'sydney']).flatMap((slug) => cityOf(atlas, slug)?.name ?? []);
}

/**
 * Chooses about one city per `daysPerCity` days, at most four. Cities with the most points for the requested interests come first, then the largest.
 * The chosen cities are ordered by the shortest route.
 */
function severalOf(atlas: Atlas, cities: readonly City[], name: string, days: number | null, wish: TripRequest): AreasOrReply {
  if (cities.length === 0) return { say: noPlaces(atlas, name, null) };
  const length = days ?? wish.days ?? defaultTripDays;
  const people = (city: City): number => peopleOf(atlas, city.name, city.coordinates);
  const suiting = (city: City): number => city.points.filter((point) => bestInterestFit(point, wish.interests) === 2).length;
  const ranked = [...cities].sort((a, b) => suiting(b) - suiting(a) || people(b) - people(a));
  const chosen = ranked.slice(0, Math.max(1, Math.min(4, Math.ceil(length / daysPerCity - 0.34))));
  const wayOf = (order: readonly City[]): number =>
    order.reduce((sum, city, at) => sum + kilometresBetween((order[at - 1] ?? city).coordinates, city.coordinates), 0);
  const inOrder = [...permutationsOf(chosen)].reduce((best, order) => (wayOf(order) < wayOf(best) - 1e-9 ? order : best));
  return { areas: inOrder.map((city) => areaOfCity(atlas, city, inOrder.length === 1 ? days : null)) };
}

/** Population of the town of this name near the coordinates; 0 for towns below the minimum size of the atlas. */
function peopleOf({ towns }: Atlas, name: string, coordinates: Coordinates): number {
  const words = foldName(name);
  const near = towns.filter((town) => kilometresBetween(town.coordinates, coordinates) <= sameTown);
  return Math.max(
    0,
    ...near.filter((town) => foldName(town.name).startsWith(words) || words.startsWith(foldName(town.name))).map(({ population }) => population),
  );
}

/** Minimum ratio of populations at which the larger of two towns of one name is chosen without a question. */
const farAhead = 3.5;

/** Resolves a name that the atlas lacks to one candidate, or to several to choose from; null without a candidate. */
function meant(atlas: Atlas, words: string, candidates: readonly Candidate[]): { chosen: Candidate } | { choices: readonly Candidate[] } | null {
  const isQualified = words.includes(',') || words.includes(' ');
  const name = foldName(words.split(',')[0] ?? words);
  const called = candidates.filter((one) => foldName(one.name) === name);
  // A candidate of another name may correct a misspelled town or country, but not a point of interest or an address.
  const alike = candidates.filter(({ featureType }) => featureType !== 'poi' && featureType !== 'address');
  const [first, ...others] = called.length > 0 ? called : alike.slice(0, 1);
  if (!first) return null;
  if (words.includes(',') || (isQualified && called.length === 0)) return { chosen: first };
  const people = (one: Candidate): number => Math.max(15_000, peopleOf(atlas, one.name, one.coordinates));
  const rivals = others.filter((other) => kilometresBetween(other.coordinates, first.coordinates) > sameTown);
  const ranked = [first, ...rivals].sort((a, b) => people(b) - people(a));
  const [largest, second] = ranked;
  if (!largest || !second || people(largest) >= people(second) * farAhead) return { chosen: largest ?? first };
  return { choices: ranked };
}

function areasElsewhere(atlas: Atlas, words: string, days: number | null, wish: TripRequest, candidates: readonly Candidate[]): AreasOrReply {
  const choice = meant(atlas, words, candidates);
  if (!choice) return { say: `I could not find a place called **${words}**. Is it spelled so? Or name a larger town near it.` };
  if ('choices' in choice) {
    const named = choice.choices.slice(0, 5).map(({ placeName }) => `- ${placeName}`);
    return { say: `Which ${words}? There are several:\n\n${named.join('\n')}` };
  }
  const { name, placeName, coordinates, featureType, address } = choice.chosen;
  if (featureType === 'country' && address?.countryCode) return severalOf(atlas, citiesIn(atlas, address.countryCode), name, days, wish);
  const near = (one: { coordinates: Coordinates }): number => kilometresBetween(one.coordinates, coordinates);
  const city = atlas.cities.find((one) => near(one) <= sameTown && [one.name, ...one.otherNames].some((other) => foldName(other) === foldName(name)));
  if (city) return { areas: [areaOfCity(atlas, city, days)] };
  const reach = peopleOf(atlas, name, coordinates) > aMillion ? localReach * 2 : localReach;
  const points = atlas.cities.flatMap((one) => one.points).filter((point) => near(point) <= reach);
  const around = atlas.cities.find(({ slug }) => points[0]?.key.startsWith(`${slug}/`));
  if (points.length < fewest || !around) return { say: noPlaces(atlas, placeName, coordinates) };
  return {
    areas: [
      {
        ...areaOfCity(atlas, around, days),
        name: featureType === 'poi' ? around.name : name,
        points,
        centre: { latitude: coordinates.latitude, longitude: coordinates.longitude },
      },
    ],
  };
}

/** Text for the user that no sights are known in a place, with an offer of the nearest known cities. */
function noPlaces(atlas: Atlas, name: string, coordinates: Coordinates | null): string {
  const no = `I know where ${name} is, but no sights there that I could vouch for, and I do not make places up.`;
  const from = coordinates ?? largestTownIn(atlas, name)?.coordinates;
  const near = (city: City): number => (from ? kilometresBetween(city.coordinates, from) : 0);
  const nearest = [...atlas.cities].sort((a, b) => near(a) - near(b)).slice(0, 3);
  return `${no} ${offer(atlas, nearest, from)}`;
}

function largestTownIn({ towns, countries }: Atlas, name: string): Town | undefined {
  const code = countries.find((country) => country.name === name)?.code;
  return towns.filter(({ countryCode }) => countryCode === code).sort((a, b) => b.population - a.population)[0];
}

function offer(atlas: Atlas, cities: readonly City[], from?: Coordinates): string {
  const named = cities.map((city) => {
    const kilometres = from ? `, ${Math.round(kilometresBetween(city.coordinates, from))} km away` : '';
    return `${city.name} (${countryName(atlas, city.countryCode)}${kilometres})`;
  });
  return `${from ? 'The nearest cities I know well are' : 'Cities I know well are, for example,'} ${joinWithAnd(named)}. Shall I plan one of those?`;
}

import { foldName, wordsOf } from '@waystory/infra/places/name-fit.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { z } from 'zod';
import { bestInterestFit, interestsIn, kindFit, namesKind, withoutKinds } from '../understanding/vocabulary.ts';
import type { Atlas, City, Point } from '../world/atlas.ts';
import { type AnsweredCall, type Call, callTools, type Session, type Step } from './session.ts';
import type { Story, StoryStop } from './story.ts';

const candidate = z.looseObject({
  placeId: z.string(),
  name: z.string(),
  placeName: z.string(),
  featureType: z.string().nullish(),
  coordinates: z.looseObject({ latitude: z.number(), longitude: z.number() }),
  address: z.looseObject({ countryCode: z.string().nullish(), state: z.string().nullish(), countryName: z.string().nullish() }).nullish(),
});
export type Candidate = z.output<typeof candidate>;

/** A point of the atlas that a lookup has confirmed, so that the model may propose it. */
export interface KnownPoint extends Point {
  placeId: string;
}

export const lookupCall = (query: string, limit = 5): Call => ({ name: 'lookup_location', args: { query, limit } });

/** Candidates of a lookup, best first; none after a failed call. */
export function candidatesOf({ result }: AnsweredCall): Candidate[] {
  const { success, data } = z.looseObject({ candidates: z.array(z.unknown()) }).safeParse(result);
  return success ? data.candidates.flatMap((one) => candidate.safeParse(one).data ?? []) : [];
}

export const queryFor = ({ name, town }: Point): string => `${name.replace(/\s*\(.*?\)/g, '').replace(/\s*\/.*$/, '')}, ${town}`;

/** Largest distance between a candidate and the same point in the atlas, kilometres, for an equal name and for a similar name. */
const reach = { sameName: 1, otherName: 0.3 };

/** The candidate that is this point of the atlas, rather than another place of its name. */
function thatIs(point: Point, candidates: readonly Candidate[]): Candidate | undefined {
  const names = [point.name, ...point.otherNames].map(foldName);
  const first = foldName(queryFor(point).split(',')[0] ?? '');
  return candidates.find(({ name, coordinates }) => {
    const kilometres = kilometresBetween(coordinates, point.coordinates);
    if (names.includes(foldName(name)) || foldName(name) === first) return kilometres <= reach.sameName;
    return kilometres <= reach.otherName && foldName(name).includes(first);
  });
}

/** Looks points up; points without a matching candidate are dropped. */
export function* lookUpPoints(session: Session, points: readonly Point[], say = ''): Generator<Step, KnownPoint[], readonly AnsweredCall[]> {
  const answers = yield* callTools(
    session,
    points.map((point) => lookupCall(queryFor(point))),
    say,
  );
  return answers.flatMap((answer, index) => {
    const point = points[index];
    const match = point && thatIs(point, candidatesOf(answer));
    if (!point || !match) return [];
    const coordinates: Coordinates = { latitude: match.coordinates.latitude, longitude: match.coordinates.longitude };
    return [{ ...point, name: match.name, coordinates, placeId: match.placeId }];
  });
}

/** Filler words, which do not identify a stop. */
const empty = new Set(
  'the a an of in at on to and de la le el da do di stop stops place places visit one thing things spot for with our my that this it everything all old new great big small nice good beautiful quiet local famous night evening pretty little lovely cheap cosy cozy another other'.split(
    ' ',
  ),
);
const telling = (words: string): string[] => wordsOf(words).filter((word) => word.length > 2 && !empty.has(word));

const namesOf = ({ title, point }: StoryStop): string[] => [title, ...(point ? [point.name, ...point.otherNames] : [])];

/** Match of words with names: 3 for a whole name, else the largest share of the words that one name contains. */
function fitOfNames(words: string, names: readonly string[]): number {
  const typed = telling(words);
  if (names.some((name) => foldName(name) === foldName(words))) return 3;
  if (typed.length === 0) return 0;
  const singular = (word: string): string => word.replace(/s$/, '');
  const shares = names.map((name) => {
    const inName = wordsOf(name).map(singular);
    return typed.filter((word) => inName.includes(singular(word))).length / typed.length;
  });
  return Math.max(0, ...shares);
}

const ordinalStop = /^(first|second|third|fourth|fifth|last|final) (?:stop|one|place|thing)$/;

/** Stops that words refer to: all stops with the best match. */
export function matchingStops(story: Story, words: string, dayId: string | null): StoryStop[] {
  const stops = story.stops.filter((stop) => dayId === null || stop.dayId === dayId);
  const [, ordinal] = ordinalStop.exec(words) ?? [];
  if (ordinal) return stops.slice(...ordinalPlace(ordinal));
  const rated = stops.map((stop) => {
    const named = fitOfNames(words, namesOf(stop));
    const kind = stop.point && !isMoreThanKind(words) ? kindFit(words, stop.point) : 0;
    return { stop, rate: named >= 1 ? named * 10 : kind > 0 ? 4 + kind : named > 0.4 && !namesKind(words) ? named * 4 : 0 };
  });
  const best = Math.max(0, ...rated.map(({ rate }) => rate));
  if (best === 0) return [];
  // When the words name a kind, stops of that kind and stops with the kind in their name match equally.
  const isKind = best < 10 && best >= 5;
  return rated.filter(({ rate }) => rate > 0 && (isKind ? rate >= 5 : rate === best)).map(({ stop }) => stop);
}

/** True when words say more than a kind of place: Times Square is not any square. */
export const isMoreThanKind = (words: string): boolean => namesKind(words) && telling(withoutKinds(words)).length > 0;

function ordinalPlace(ordinal: string): [number, number?] {
  const at = ['first', 'second', 'third', 'fourth', 'fifth'].indexOf(ordinal);
  return at < 0 ? [-1] : [at, at + 1];
}

/** All stops of a kind of place, as in "remove the museums". */
export const stopsOfKind = (story: Story, words: string, dayId: string | null): StoryStop[] =>
  story.stops.filter((stop) => (dayId === null || stop.dayId === dayId) && stop.point !== null && kindFit(words, stop.point) > 0);

/** Points that match words, best first: by name, by kind, or by interest. */
export function matchingPoints(points: readonly Point[], words: string): Point[] {
  const interests = interestsIn(foldName(words));
  const rated = points.map((point) => {
    const named = fitOfNames(words, [point.name, ...point.otherNames]);
    const kind = kindFit(words, point);
    const fit = interests.length > 0 ? bestInterestFit(point, interests) : 0;
    return {
      point,
      rate:
        named >= 1
          ? named * 10
          : Math.max(
              kind > 0 ? 4 + kind : 0,
              fit === 2 ? 5.5 : fit === 1 ? 1 : 0,
              named > 0.5 && !namesKind(words) && interests.length === 0 ? named * 4 : 0,
            ),
    };
  });
  return rated
    .filter(({ rate }) => rate > 0)
    .sort((a, b) => b.rate - a.rate)
    .map(({ point }) => point);
}

/** Points with a name that contains all significant words. */
export const pointsByName = (points: readonly Point[], words: string): Point[] =>
  points.filter(({ name, otherNames }) => fitOfNames(words, [name, ...otherNames]) >= 1);

/** Cities of a story; the city with most stops comes first. */
export function citiesOfStory(atlas: Atlas, { stops }: Story): City[] {
  const slugs = stops.flatMap(({ point }) => (point ? [point.key.split('/')[0] ?? ''] : []));
  const counts = new Map<string, number>();
  for (const slug of slugs) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).flatMap(([slug]) => atlas.cities.find((city) => city.slug === slug) ?? []);
}

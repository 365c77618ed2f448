import { comparable, wordsOf } from '@waystory/infra/places/name-words.ts';
import { bestFit, interestsIn } from '../understanding/interests.ts';
import { isOfKind, namesKind, withoutKinds } from '../understanding/kinds.ts';
import type { Atlas, City, Point } from '../world/atlas.ts';
import type { Story, StoryStop } from './story.ts';

/** Words that say nothing of which thing is meant. */
const empty = new Set(
  'the a an of in at on to and de la le el da do di stop stops place places visit one thing things spot for with our my that this it everything all old new great big small nice good beautiful quiet local famous night evening pretty little lovely cheap cosy cozy another other'.split(
    ' ',
  ),
);
const telling = (words: string): string[] => wordsOf(words).filter((word) => word.length > 2 && !empty.has(word));

const namesOf = ({ title, point }: StoryStop): string[] => [title, ...(point ? [point.name, ...point.otherNames] : [])];

/** How well words fit names: 3 for the whole of one, else the part of the words that is in one. */
function fitOfNames(words: string, names: readonly string[]): number {
  const typed = telling(words);
  if (names.some((name) => comparable(name) === comparable(words))) return 3;
  if (typed.length === 0) return 0;
  const singular = (word: string): string => word.replace(/s$/, '');
  const shares = names.map((name) => {
    const inName = wordsOf(name).map(singular);
    return typed.filter((word) => inName.includes(singular(word))).length / typed.length;
  });
  return Math.max(0, ...shares);
}

const ordinalStop = /^(first|second|third|fourth|fifth|last|final) (?:stop|one|place|thing)$/;

/** Stops that words mean, the best; several when they fit as well. */
export function stopsMeant(story: Story, words: string, dayId: string | null): StoryStop[] {
  const stops = story.stops.filter((stop) => dayId === null || stop.dayId === dayId);
  const [, ordinal] = ordinalStop.exec(words) ?? [];
  if (ordinal) return stops.slice(...ordinalPlace(ordinal));
  const rated = stops.map((stop) => {
    const named = fitOfNames(words, namesOf(stop));
    const kind = stop.point && !namesMore(words) ? isOfKind(words, stop.point) : 0;
    return { stop, rate: named >= 1 ? named * 10 : kind > 0 ? 4 + kind : named > 0.4 && !namesKind(words) ? named * 4 : 0 };
  });
  const best = Math.max(0, ...rated.map(({ rate }) => rate));
  if (best === 0) return [];
  // Asked for as a kind, those that are it and those that are called so are meant alike.
  const isKind = best < 10 && best >= 5;
  return rated.filter(({ rate }) => rate > 0 && (isKind ? rate >= 5 : rate === best)).map(({ stop }) => stop);
}

/** Whether words say more than a kind: Times Square is not any square. */
export const namesMore = (words: string): boolean => namesKind(words) && telling(withoutKinds(words)).length > 0;

function ordinalPlace(ordinal: string): [number, number?] {
  const at = ['first', 'second', 'third', 'fourth', 'fifth'].indexOf(ordinal);
  return at < 0 ? [-1] : [at, at + 1];
}

/** Every stop of a kind, or that gives an interest, for "remove the museums". */
export const stopsOfKind = (story: Story, words: string, dayId: string | null): StoryStop[] =>
  story.stops.filter((stop) => (dayId === null || stop.dayId === dayId) && stop.point !== null && isOfKind(words, stop.point) > 0);

/** Points of cities that words mean, best first: by their names, by their kind, or by what they give. */
export function pointsMeant(points: readonly Point[], words: string): Point[] {
  const interests = interestsIn(comparable(words));
  const rated = points.map((point) => {
    const named = fitOfNames(words, [point.name, ...point.otherNames]);
    const kind = isOfKind(words, point);
    const fit = interests.length > 0 ? bestFit(point, interests) : 0;
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

/** Points that are called so, to the whole. */
export const pointsCalled = (points: readonly Point[], words: string): Point[] =>
  points.filter(({ name, otherNames }) => fitOfNames(words, [name, ...otherNames]) >= 1);

/** Cities that a story is in, most of its stops first. */
export function citiesOfStory(atlas: Atlas, { stops }: Story): City[] {
  const slugs = stops.flatMap(({ point }) => (point ? [point.key.split('/')[0] ?? ''] : []));
  const counts = new Map<string, number>();
  for (const slug of slugs) counts.set(slug, (counts.get(slug) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).flatMap(([slug]) => atlas.cities.find((city) => city.slug === slug) ?? []);
}

import { earthRadius, onUnitSphere } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { apostrophes } from '../letters.ts';
import { type FitOfName, fitOfName, lettersOf, type NameWords } from './name-fit.ts';
import { wordsOf } from './name-words.ts';

/** Words of a name beyond these are not found; a fit keeps one bit for each. */
const maxNameWords = 30;

/** Something that has a name and a place. */
export interface Named {
  name: string;
  /** Other names of it. */
  otherNames?: readonly string[] | undefined;
  /** Names in all the languages of the world: so many that with slips nearly anything is one of them, so none is forgiven in them. */
  namesAbroad?: readonly string[] | undefined;
  /** Words around it that may be typed as well, such as those of its country. Many things may have the same array. */
  surroundings: readonly string[];
  coordinates: Coordinates;
  /** How much it is talked of, 0 to 1. */
  weight: number;
}

/** Words of a row that are compared with typed ones. */
export interface WordsOfRow {
  /** The name in its spellings, then others, then those that must be typed without a slip; and where the second and the third begin. */
  names: readonly NameWords[];
  others: number;
  abroad: number;
  surroundings: readonly string[];
}

/** A named thing as it is looked at by searches. */
export interface Row extends WordsOfRow {
  /** Letters of the shortest of its names. */
  shortest: number;
  /** First letters of all these words, as `initialsOf` has them. */
  initials: number;
  coordinates: Coordinates;
  weight: number;
}

export function rowOf({ name, otherNames = [], namesAbroad = [], surroundings, coordinates, weight }: Named): Row {
  const own = spellingsOf(name);
  const others = otherNames.flatMap(spellingsOf);
  const names = [...own, ...others, ...namesAbroad.flatMap(spellingsOf)];
  return {
    names,
    others: own.length,
    abroad: own.length + others.length,
    shortest: Math.min(...names.map(lettersOf)),
    surroundings,
    initials: initialsOf(names.flat()) | initialsOf(surroundings),
    coordinates,
    weight,
  };
}

/** One bit for each first letter; several letters share one, so what has the bits of others may still lack their letters. */
export function initialsOf(words: readonly string[]): number {
  let initials = 0;
  for (const word of words) initials |= 1 << (word.charCodeAt(0) & 31);
  return initials;
}

const apostrophe = new RegExp(`[${apostrophes}]`, 'g');

/** L'Aquila is found as Aquila and as Laquila. */
function spellingsOf(name: string): NameWords[] {
  const without = name.replace(apostrophe, '');
  return (without === name ? [name] : [name, without]).map((spelling) => wordsOf(spelling).slice(0, maxNameWords));
}

/** Each once. */
export const wordsOfRow = ({ names }: WordsOfRow): string[] => names.flat().filter((word, at, all) => all.indexOf(word) === at);

/** A prefix of another name is less often meant. */
const otherNameWorth = 0.9;

/** The best fit of the typed words to one of the names; each part of it may be that of another name. */
export function bestFit({ names, others, abroad, surroundings }: WordsOfRow, typed: readonly string[], slips: boolean): FitOfName | null {
  let best: FitOfName | null = null;
  for (let at = 0; at < names.length; at++) {
    const fit = fitOfName(typed, names[at] ?? [], surroundings, slips && at < abroad);
    if (!fit) continue;
    const quality = at < others || fit.extent === 'whole' ? fit.quality : fit.quality * otherNameWorth;
    best = best ? better(best, { ...fit, quality }) : { ...fit, quality };
  }
  return best;
}

const extents = ['whole', 'near', 'part'] as const;
const better = (a: FitOfName, b: FitOfName): FitOfName => ({
  quality: Math.max(a.quality, b.quality),
  extent: extents.find((extent) => a.extent === extent || b.extent === extent) ?? 'part',
  slipped: a.slipped && b.slipped,
});

/** Nearness of a point on a sphere of radius 1, 0 to 1. */
export type Nearness = (x: number, y: number, z: number) => number;

/** At this distance nearness counts half, kilometres. */
const closeBy = 60;

export function nearnessTo(near: Coordinates): Nearness {
  const [x, y, z] = onUnitSphere(near);
  return (otherX, otherY, otherZ) => {
    const [east, north, up] = [x - otherX, y - otherY, z - otherZ];
    return closeBy / (closeBy + earthRadius * Math.sqrt(east * east + north * north + up * up));
  };
}

/** How much each part of a match counts; they add up to 1. */
const share = { fit: 0.48, weight: 0.29, nearness: 0.23 };

/** 0 to 1; nearness is null when there is nothing to be near to. */
export function relevanceOf(weight: number, quality: number, nearness: number | null): number {
  const known = share.fit * quality + share.weight * weight;
  return nearness === null ? known / (share.fit + share.weight) : known + share.nearness * nearness;
}

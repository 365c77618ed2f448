import { earthRadiusKilometres, unitSpherePoint } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { apostrophes } from '../letters.ts';
import { type FitOfName, fitOfName, letterCount, type NameWords, wordsOf } from './name-fit.ts';

/** Most indexed words per name, because the matched words are a 32-bit mask. */
const maxNameWords = 30;

/** Names, surroundings and coordinates of an indexed item. */
export interface NamedItem {
  name: string;
  /** Alternative names that allow typing errors, for example local names and abbreviations. */
  otherNames?: readonly string[] | undefined;
  /** Names in all other languages. They allow no typing error: they are so many that nearly any mistyped word equals one of these names. */
  namesAbroad?: readonly string[] | undefined;
  /** Words of the surroundings, such as the country, that may be typed as well. Many items may share the array. */
  surroundings: readonly string[];
  coordinates: Coordinates;
  /** Prominence, 0 to 1. */
  weight: number;
}

/** Words of a row for comparison with typed words. */
export interface WordsOfRow {
  /** Spellings of the name, then alternative names from index `others`, then names that allow no typing error from index `abroad`. */
  names: readonly NameWords[];
  others: number;
  abroad: number;
  surroundings: readonly string[];
}

/** Words of an indexed item, prepared for searches. */
export interface Row extends WordsOfRow {
  /** Number of letters of its shortest name. */
  shortest: number;
  /** Bit mask of first letters, as from `initialsOf`. */
  initials: number;
  coordinates: Coordinates;
  weight: number;
}

export function rowOf({ name, otherNames = [], namesAbroad = [], surroundings, coordinates, weight }: NamedItem): Row {
  const own = spellingsOf(name);
  const others = otherNames.flatMap(spellingsOf);
  const names = [...own, ...others, ...namesAbroad.flatMap(spellingsOf)];
  return {
    names,
    others: own.length,
    abroad: own.length + others.length,
    shortest: Math.min(...names.map(letterCount)),
    surroundings,
    initials: initialsOf(names.flat()) | initialsOf(surroundings),
    coordinates,
    weight,
  };
}

/** Bit mask of the first letters. Several letters share a bit, so a match of masks is necessary but not sufficient. */
export function initialsOf(words: readonly string[]): number {
  let initials = 0;
  for (const word of words) initials |= 1 << (word.charCodeAt(0) & 31);
  return initials;
}

const apostrophe = new RegExp(`[${apostrophes}]`, 'g');

/** Spellings with and without apostrophes: L'Aquila is found as Aquila and as Laquila. */
function spellingsOf(name: string): NameWords[] {
  const without = name.replace(apostrophe, '');
  return (without === name ? [name] : [name, without]).map((spelling) => wordsOf(spelling).slice(0, maxNameWords));
}

/** Distinct words of the names. */
export const wordsOfRow = ({ names }: WordsOfRow): string[] => names.flat().filter((word, at, all) => all.indexOf(word) === at);

/** Factor for a partial match of an alternative name, because people more often mean the main name. */
const otherNameWorth = 0.9;

/** Best fit of the typed words to one of the names; quality and extent may come from different names. */
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

/** Nearness, 0 to 1, of a point on the unit sphere. */
export type Nearness = (x: number, y: number, z: number) => number;

/** Distance at which nearness is one half, kilometres. */
const closeBy = 60;

export function nearnessTo(near: Coordinates): Nearness {
  const [x, y, z] = unitSpherePoint(near);
  return (otherX, otherY, otherZ) => {
    const [east, north, up] = [x - otherX, y - otherY, z - otherZ];
    return closeBy / (closeBy + earthRadiusKilometres * Math.sqrt(east * east + north * north + up * up));
  };
}

/** Shares of the relevance; their sum is 1. */
const share = { fit: 0.48, weight: 0.29, nearness: 0.23 };

/** Relevance, 0 to 1; nearness is null without a reference point. */
export function relevanceOf(weight: number, quality: number, nearness: number | null): number {
  const known = share.fit * quality + share.weight * weight;
  return nearness === null ? known / (share.fit + share.weight) : known + share.nearness * nearness;
}

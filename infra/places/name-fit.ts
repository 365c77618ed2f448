import { fitOf } from './one-edit.ts';

/** The words of one name. */
export type NameWords = readonly string[];

export interface FitOfName {
  /** 0 to 1; 1 is the whole name. */
  quality: number;
  /** Some word fits only with a slip. */
  slipped: boolean;
}

/** What a typed word is worth where it is found; a beginning lies between `beginning` and `whole`, by how much of the word is there. */
const worth = { whole: 1, beginning: 0.7, slip: 0.45, around: 0.6 };
/** Part of the quality that depends on how much of the name was typed, and on whether its first word was. */
const share = { completeness: 0.25, opening: 0.1 };

/**
 * How the typed words fit a name: each must fit a word of its own in the name, or one of its surroundings; one at least a word of the name.
 * Answers null when they do not.
 */
export function fitOfName(typed: readonly string[], name: NameWords, surroundings: readonly string[], slips: boolean): FitOfName | null {
  let used = 0;
  let letters = 0;
  let total = 0;
  let slipped = false;
  for (const word of typed) {
    const at = bestWord(word, name, used, slips);
    const value = at < 0 ? (isBeginning(word, surroundings) ? worth.around : 0) : worthOf(word, name[at] ?? '');
    if (value === 0) return null;
    total += value;
    if (at < 0) continue;
    used |= 1 << at;
    letters += Math.min(word.length, name[at]?.length ?? 0);
    slipped ||= value === worth.slip;
  }
  if (used === 0) return null;
  return { quality: (total / typed.length) * wholeness(letters, lettersOf(name), used & 1), slipped };
}

const wholeness = (typedLetters: number, nameLetters: number, opening: number): number =>
  1 - share.completeness * (1 - typedLetters / nameLetters) - share.opening * (1 - opening);

/** Number of letters of some words. */
export function lettersOf(words: readonly string[]): number {
  let letters = 0;
  for (const { length } of words) letters += length;
  return letters;
}

/** No name of so many letters or more, found by this word, fits the typed words better than this; `anchor` is the one of them that found it. */
export function bestQuality(typed: readonly string[], anchor: string, word: string): (nameLetters: number) => number {
  const letters = lettersOf(typed);
  const most = (worthOf(anchor, word) + typed.length - 1) / typed.length;
  return (nameLetters) => most * wholeness(Math.min(letters, nameLetters), nameLetters, 1);
}

function isBeginning(typed: string, words: readonly string[]): boolean {
  for (const word of words) if (word.startsWith(typed)) return true;
  return false;
}

function worthOf(typed: string, word: string): number {
  const fit = fitOf(word, typed);
  switch (fit) {
    case 'whole':
      return worth.whole;
    case 'beginning':
      return worth.beginning + (worth.whole - worth.beginning) * (typed.length / word.length);
    case 'slip':
      return worth.slip;
    case 'none':
      return 0;
    default:
      return fit satisfies never;
  }
}

/** Place of the word of a name that a typed word fits best, among those not used yet; -1 when it fits none. */
function bestWord(typed: string, name: NameWords, used: number, slips: boolean): number {
  let best = -1;
  let most = slips ? 0 : worth.slip;
  for (let at = 0; at < name.length; at++) {
    if (used & (1 << at)) continue;
    const value = worthOf(typed, name[at] ?? '');
    if (value <= most) continue;
    best = at;
    most = value;
  }
  return best;
}

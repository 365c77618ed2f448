import { apostrophes, plainLetters } from '../letters.ts';
import { allowsTypingError, type Fit, fitOf, isMistypedWholeWord } from './spellings.ts';

/** The words of one name. */
export type NameWords = readonly string[];

/**
 * Extent of the match: the exact whole name, the whole name with small differences, or a part. Small differences are typing errors, stop words and a
 * missing last letter.
 */
export type MatchExtent = 'whole' | 'near' | 'part';

export interface FitOfName {
  /** Quality of the fit, 0 to 1; 1 is the whole name. */
  quality: number;
  extent: MatchExtent;
  /** True when some word fits only with a typing error. */
  slipped: boolean;
}

/** Score of a matched word; a prefix lies between `beginning` and `whole`, by its share of the word. */
const worth = { whole: 1, beginning: 0.7, slip: 0.45, around: 0.6, aroundWithSlip: 0.3, filler: 0.5 };
/** Shares of the quality: for the typed part of the name, and for its first word. */
const share = { completeness: 0.25, opening: 0.1 };

/** Intermediate result of matching a name. */
interface Tally {
  /** Bit mask of the matched words of the name. */
  used: number;
  worth: number;
  letters: number;
  /**
   * True while every word found in the name matched completely; in the surroundings a beginning suffices. `near` also allows a typing error, or a
   * missing last letter.
   */
  whole: boolean;
  near: boolean;
  slipped: boolean;
}

/**
 * Matches typed words with a name. Each typed word must match a separate word of the name, or a word of the surroundings. At least one typed word
 * must match in the name. Stop words such as "the" and "de" may be missing on either side. Null without a match.
 */
export function fitOfName(typed: readonly string[], name: NameWords, surroundings: readonly string[], slips: boolean): FitOfName | null {
  const tally: Tally = { used: 0, worth: 0, letters: 0, whole: true, near: true, slipped: false };
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at] ?? '';
    if (tallyInName(tally, word, name, slips) || tallyAround(tally, word, surroundings, slips)) continue;
    // The last word may be unfinished, even if it looks like a stop word.
    if (at === typed.length - 1 || !isStopWord(word)) return null;
    tally.worth += worth.filler;
  }
  if (tally.used === 0) return null;
  const quality = (tally.worth / typed.length) * wholeness(tally.letters, letterCount(name), tally.used & 1);
  return { quality, extent: extentOf(tally, name), slipped: tally.slipped };
}

function tallyInName(tally: Tally, typed: string, name: NameWords, slips: boolean): boolean {
  const at = bestWord(typed, name, tally.used, slips);
  const word = name[at];
  if (word === undefined) return false;
  const fit = fitOf(word, typed);
  tally.used |= 1 << at;
  tally.worth += worthOf(fit, typed, word);
  tally.letters += Math.min(typed.length, word.length);
  tally.whole &&= fit === 'whole';
  tally.near &&= fit === 'whole' || (fit === 'slip' ? isMistypedWholeWord(word, typed) : allowsTypingError(typed) && word.length - typed.length <= 1);
  tally.slipped ||= fit === 'slip';
  return true;
}

function tallyAround(tally: Tally, typed: string, surroundings: readonly string[], slips: boolean): boolean {
  let slipped = false;
  for (const word of surroundings) {
    if (word.startsWith(typed)) {
      tally.worth += worth.around;
      return true;
    }
    slipped ||= slips && fitOf(word, typed) === 'slip';
  }
  if (!slipped) return false;
  tally.worth += worth.aroundWithSlip;
  tally.whole = false;
  tally.slipped = true;
  return true;
}

function extentOf({ used, whole, near }: Tally, name: NameWords): MatchExtent {
  let isWhole = whole;
  for (let at = 0; at < name.length; at++) {
    if (used & (1 << at)) continue;
    if (!isStopWord(name[at] ?? '')) return 'part';
    isWhole = false;
  }
  if (!near) return 'part';
  return isWhole ? 'whole' : 'near';
}

const wholeness = (typedLetters: number, nameLetters: number, opening: number): number =>
  1 - share.completeness * (1 - typedLetters / nameLetters) - share.opening * (1 - opening);

/** Total number of letters. */
export function letterCount(words: readonly string[]): number {
  let letters = 0;
  for (const { length } of words) letters += length;
  return letters;
}

/**
 * Upper bound of the quality of names found by `word`, as a function of their minimum length in letters.
 * @param anchor Typed word that found `word`.
 */
export function qualityUpperBound(typed: readonly string[], anchor: string, word: string): (nameLetters: number) => number {
  const letters = letterCount(typed);
  const most = (worthOf(fitOf(word, anchor), anchor, word) + typed.length - 1) / typed.length;
  return (nameLetters) => most * wholeness(Math.min(letters, nameLetters), nameLetters, 1);
}

function worthOf(fit: Fit, typed: string, word: string): number {
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

/** Index of the unused word of a name that fits a typed word best; -1 without one. */
function bestWord(typed: string, name: NameWords, used: number, slips: boolean): number {
  let best = -1;
  let most = slips ? 0 : worth.slip;
  for (let at = 0; at < name.length; at++) {
    const word = name[at] ?? '';
    if (used & (1 << at)) continue;
    const value = worthOf(fitOf(word, typed), typed, word);
    if (value <= most) continue;
    best = at;
    most = value;
  }
  return best;
}

const withAccents = /[^\x20-\x7e]/;
/** Variants of the apostrophe, all treated as the ASCII apostrophe, which splits words. Spellings without apostrophes are indexed separately. */
const apostrophe = new RegExp(`[${apostrophes}]`, 'g');

/** Folds case, accents, punctuation and letter variants. */
export function foldName(name: string): string {
  const lower = name.toLowerCase();
  const letters = withAccents.test(lower) ? plainLetters(lower.replace(apostrophe, ' ')).normalize('NFD').replace(/\p{M}/gu, '') : lower;
  return letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** Words of a name, folded for comparison. */
export const wordsOf = (name: string): string[] => {
  const letters = foldName(name);
  return letters === '' ? [] : letters.split(' ');
};

/** Stop words of the most frequent languages of names: people omit or insert them. */
const fillers: ReadonlySet<string> = new Set(
  'a al and d da das de del dei della den der des di die do dos du e el et het i il in l la las le les lo los of og och s the u und van y'.split(' '),
);

/** True for a stop word. */
export const isStopWord = (word: string): boolean => fillers.has(word);

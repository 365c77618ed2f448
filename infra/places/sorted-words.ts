import { bearsSlip, fitOf } from './one-edit.ts';

/** Sorted words, so that equal prefixes are adjacent. An array qualifies. */
export interface SortedWords {
  readonly length: number;
  at(place: number): string | undefined;
}

/** Indexes from `first` to before `end`. */
export interface Range {
  first: number;
  end: number;
}

/** Sorts after every letter. */
const behindAll = '\uffff';

/** Index of the first word that does not sort before `word`. */
export function lowerBound(sorted: SortedWords, word: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted.at(middle) ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Range of words with the typed prefix. */
export const beginningAs = (sorted: SortedWords, typed: string): Range => ({
  first: lowerBound(sorted, typed),
  end: typed === '' ? sorted.length : lowerBound(sorted, typed + behindAll),
});

/** A first letter of words, with the second letters that follow it. */
export interface FirstLetter {
  letter: string;
  seconds: ReadonlySet<string>;
}

/** All first letters of the words. */
export function firstLetters(sorted: SortedWords): FirstLetter[] {
  const letters: { letter: string; seconds: Set<string> }[] = [];
  for (let at = 0; at < sorted.length; at++) {
    const [letter = '', second = ''] = sorted.at(at) ?? '';
    const last = letters.at(-1);
    if (last?.letter === letter) last.seconds.add(second);
    else letters.push({ letter, seconds: new Set([second]) });
  }
  return letters;
}

/**
 * Indexes of words with the typed prefix and one typing error.
 * @param letters First letters of all words.
 */
export function beginningWithSlip(sorted: SortedWords, letters: readonly FirstLetter[], typed: string): number[] {
  if (!bearsSlip(typed)) return [];
  const [first = '', second = ''] = typed;
  const rest = typed.slice(first.length);
  // An error after the first letter keeps that letter; an error at it keeps the rest. Of more than a thousand first letters in all scripts, nearly
  // none is followed by that second one.
  const starts = letters.flatMap(({ letter, seconds }) => [
    ...(seconds.has(first) ? [letter + typed] : []),
    ...(seconds.has(second) ? [letter + rest] : []),
  ]);
  const candidates = new Set<number>();
  for (const start of [first, ...starts, rest, second + first + rest.slice(second.length)]) {
    const { first: from, end } = beginningAs(sorted, start);
    for (let at = from; at < end; at++) candidates.add(at);
  }
  return [...candidates].filter((at) => fitOf(sorted.at(at) ?? '', typed) === 'slip');
}

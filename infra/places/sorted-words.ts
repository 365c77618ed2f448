import { bearsSlip, fitOf } from './one-edit.ts';

/** Words in their order, so that those that begin alike are side by side; an array is one. */
export interface SortedWords {
  readonly length: number;
  at(place: number): string | undefined;
}

/** Places from the first to before the last. */
export interface Range {
  first: number;
  end: number;
}

/** Follows every letter of every word. */
const behindAll = '\uffff';

/** Place of the first word that is not before `word`. */
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

/** Where words begin as typed. */
export const beginningAs = (sorted: SortedWords, typed: string): Range => ({
  first: lowerBound(sorted, typed),
  end: typed === '' ? sorted.length : lowerBound(sorted, typed + behindAll),
});

/** Every letter that some word begins with. */
export function firstLetters(sorted: SortedWords): string[] {
  const letters: string[] = [];
  for (let at = 0; at < sorted.length; at = lowerBound(sorted, `${letters.at(-1)}${behindAll}`)) letters.push([...(sorted.at(at) ?? '')][0] ?? '');
  return letters;
}

/** Places of words that begin as typed with one slip; `letters` are the first letters of all words. */
export function beginningWithSlip(sorted: SortedWords, letters: readonly string[], typed: string): number[] {
  if (!bearsSlip(typed)) return [];
  const [first = '', second = ''] = typed;
  const rest = typed.slice(first.length);
  // A slip behind the first letter leaves that as it is; one at the first leaves the rest.
  const starts = letters.flatMap((letter) => [letter + typed, letter + rest]);
  const candidates = new Set<number>();
  for (const start of [first, ...starts, rest, second + first + rest.slice(second.length)]) {
    const { first: from, end } = beginningAs(sorted, start);
    for (let at = from; at < end; at++) candidates.add(at);
  }
  return [...candidates].filter((at) => fitOf(sorted.at(at) ?? '', typed) === 'slip');
}

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

/** A letter that words begin with, and those that come second in them. */
export interface FirstLetter {
  letter: string;
  seconds: ReadonlySet<string>;
}

/** Every letter that some word begins with. */
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

/** Places of words that begin as typed with one slip; `letters` are the first letters of all words. */
export function beginningWithSlip(sorted: SortedWords, letters: readonly FirstLetter[], typed: string): number[] {
  if (!bearsSlip(typed)) return [];
  const [first = '', second = ''] = typed;
  const rest = typed.slice(first.length);
  // A slip behind the first letter leaves that as it is; one at the first leaves the rest. Scripts of the world have more than a thousand
  // letters, nearly all of which no word goes on so after.
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

import { bearsSlip, fitOf } from './one-edit.ts';

/** So many new words are put in one by one; more are sorted in together. */
const fewWords = 32;

/** Words in their order, so that those that begin alike are side by side. */
export interface Vocabulary {
  add(word: string): void;
  /** Words that begin as typed. */
  beginning(typed: string): string[];
  /** Words that begin so with one slip. */
  slipped(typed: string): string[];
}

export function createVocabulary(): Vocabulary {
  const known = new Set<string>();
  const sorted: string[] = [];
  let unsorted: string[] = [];
  const settle = (): void => {
    if (unsorted.length === 0) return;
    if (unsorted.length <= fewWords) for (const word of unsorted) sorted.splice(lowerBound(sorted, word), 0, word);
    else {
      for (const word of unsorted) sorted.push(word);
      sorted.sort();
    }
    unsorted = [];
  };
  const beginning = (typed: string): string[] => {
    settle();
    const words: string[] = [];
    for (let at = lowerBound(sorted, typed); at < sorted.length; at++) {
      const word = sorted[at] ?? '';
      if (!word.startsWith(typed)) break;
      words.push(word);
    }
    return words;
  };
  return {
    add(word) {
      if (known.has(word)) return;
      known.add(word);
      unsorted.push(word);
    },
    beginning,
    slipped(typed) {
      if (!bearsSlip(typed)) return [];
      settle();
      const [first = '', second = ''] = typed;
      const rest = typed.slice(first.length);
      // A slip behind the first letter leaves that as it is; one at the first leaves the rest.
      const starts = firstLetters(sorted).flatMap((letter) => [letter + typed, letter + rest]);
      const candidates = new Set([...beginning(first), ...[...starts, rest, second + first + rest.slice(second.length)].flatMap(beginning)]);
      return [...candidates].filter((word) => fitOf(word, typed) === 'slip');
    },
  };
}

/** Place of the first word that is not before `word`. */
function lowerBound(sorted: readonly string[], word: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Every letter that some word begins with. */
function firstLetters(sorted: readonly string[]): string[] {
  const letters: string[] = [];
  for (let at = 0; at < sorted.length; at = lowerBound(sorted, `${letters.at(-1)}\uffff`)) letters.push([...(sorted[at] ?? '')][0] ?? '');
  return letters;
}

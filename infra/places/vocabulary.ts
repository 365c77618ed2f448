import { beginningAs, beginningWithSlip, type FirstLetter, firstLetters, lowerBound } from './sorted-words.ts';

/** So many new words are put in one by one; more are sorted in together. */
const fewWords = 32;

/** Words in their order, which grow in number. */
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
  let letters: FirstLetter[] | null = null;
  const settle = (): void => {
    if (unsorted.length === 0) return;
    if (unsorted.length <= fewWords) for (const word of unsorted) sorted.splice(lowerBound(sorted, word), 0, word);
    else {
      for (const word of unsorted) sorted.push(word);
      sorted.sort();
    }
    unsorted = [];
    letters = null;
  };
  return {
    add(word) {
      if (known.has(word)) return;
      known.add(word);
      unsorted.push(word);
    },
    beginning(typed) {
      settle();
      const { first, end } = beginningAs(sorted, typed);
      return sorted.slice(first, end);
    },
    slipped(typed) {
      settle();
      letters ??= firstLetters(sorted);
      return beginningWithSlip(sorted, letters, typed).map((at) => sorted[at] ?? '');
    },
  };
}

import { beginningAs, beginningWithSlip, firstLetters, lowerBound } from './sorted-words.ts';

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
  const settle = (): void => {
    if (unsorted.length === 0) return;
    if (unsorted.length <= fewWords) for (const word of unsorted) sorted.splice(lowerBound(sorted, word), 0, word);
    else {
      for (const word of unsorted) sorted.push(word);
      sorted.sort();
    }
    unsorted = [];
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
      return beginningWithSlip(sorted, firstLetters(sorted), typed).map((at) => sorted[at] ?? '');
    },
  };
}

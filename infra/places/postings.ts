import { beginningAs, beginningWithSlip, type FirstLetter, firstLetters, lowerBound } from './sorted-words.ts';

/** Up to this many new words are inserted singly; more are sorted in together. */
const fewWords = 32;

/** A growing sorted list of words. */
interface Vocabulary {
  add(word: string): void;
  /** Words with the typed prefix. */
  beginning(typed: string): string[];
  /** Words with the typed prefix and one typing error. */
  slipped(typed: string): string[];
}

function createVocabulary(): Vocabulary {
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

/** Rows that have a word. */
export interface Posted<R> {
  word: string;
  rows: readonly R[];
}

/** Inverted index: rows by word. */
export interface Postings<R> {
  add(word: string, row: R): void;
  remove(word: string, row: R): void;
  /** Rows per word with the typed prefix; with `slips`, also with a typing error. */
  lists(typed: string, slips: boolean): Posted<R>[];
}

export function createPostings<R>(): Postings<R> {
  const byWord = new Map<string, R[]>();
  const vocabulary = createVocabulary();
  return {
    add(word, row) {
      const rows = byWord.get(word);
      if (rows) rows.push(row);
      else byWord.set(word, [row]);
      vocabulary.add(word);
    },
    remove(word, row) {
      // The word stays in the vocabulary without rows, because it may return.
      byWord.set(word, byWord.get(word)?.filter((other) => other !== row) ?? []);
    },
    lists: (typed, slips) =>
      [...vocabulary.beginning(typed), ...(slips ? vocabulary.slipped(typed) : [])].flatMap((word) => {
        const rows = byWord.get(word);
        return rows ? [{ word, rows }] : [];
      }),
  };
}

import { beginningAs, beginningWithSlip, type FirstLetter, firstLetters, lowerBound } from './sorted-words.ts';

/** So many new words are put in one by one; more are sorted in together. */
const fewWords = 32;

/** Words in their order, which grow in number. */
interface Vocabulary {
  add(word: string): void;
  /** Words that begin as typed. */
  beginning(typed: string): string[];
  /** Words that begin so with one slip. */
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

/** Rows by word. */
export interface Postings<R> {
  add(word: string, row: R): void;
  remove(word: string, row: R): void;
  /** Rows of each word that begins as typed, or also so with a slip. */
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
      // The word itself stays in the vocabulary: it finds nothing, and may come again.
      byWord.set(word, byWord.get(word)?.filter((other) => other !== row) ?? []);
    },
    lists: (typed, slips) =>
      [...vocabulary.beginning(typed), ...(slips ? vocabulary.slipped(typed) : [])].flatMap((word) => {
        const rows = byWord.get(word);
        return rows ? [{ word, rows }] : [];
      }),
  };
}

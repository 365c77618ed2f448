import { createVocabulary } from './vocabulary.ts';

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

import type { Row } from './name-row.ts';
import { createVocabulary } from './vocabulary.ts';

/** Rows that have a word. */
export interface Posted<T> {
  word: string;
  rows: readonly Row<T>[];
}

/** Rows by word. */
export interface Postings<T> {
  add(word: string, row: Row<T>): void;
  remove(word: string, row: Row<T>): void;
  /** Rows of each word that begins as typed, or also so with a slip. */
  lists(typed: string, slips: boolean): Posted<T>[];
}

export function createPostings<T>(): Postings<T> {
  const byWord = new Map<string, Row<T>[]>();
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

import { unitSpherePoint } from '@waystory/proto/kit/distance.ts';
import { type NamedItem, type Row, rowOf, wordsOfRow } from './name-row.ts';
import { type Candidates, createNameSearch, type Match, type NameQuery, type SearchableNames } from './name-search.ts';
import { createPostings, createShortPrefixLists } from './sorted-words.ts';

/** In-memory prefix index over the words of names. */
export interface NameIndex<T> {
  /** Adds an item with its names, or replaces the names of an item in the index. */
  set(item: T, named: NamedItem): void;
  delete(item: T): void;
  /** Best matches first. Matches with typing errors only fill the rest of `limit`. */
  search(query: string, options: NameQuery): Match<T>[];
  size(): number;
}

/** A row with the number of the last search that visited it. */
interface IndexedRow<T> extends Row {
  item: T;
  visited: number;
}

export function createNameIndex<T>(): NameIndex<T> {
  const rows = new Map<T, IndexedRow<T>>();
  const words = createWordIndex<IndexedRow<T>>();
  const search = createNameSearch<IndexedRow<T>>({
    ...words,
    initials: ({ initials }) => initials,
    shortest: ({ shortest }) => shortest,
    weight: ({ weight }) => weight,
    nearness: ({ coordinates }, nearness) => nearness(...unitSpherePoint(coordinates)),
    words: (row) => row,
    visited: ({ visited }) => visited,
    visit: (row, number) => {
      row.visited = number;
    },
  });
  const remove = (item: T): void => {
    const row = rows.get(item);
    if (!row) return;
    rows.delete(item);
    words.remove(row);
  };
  return {
    set(item, named) {
      remove(item);
      const row = { ...rowOf(named), item, visited: 0 };
      rows.set(item, row);
      words.add(row);
    },
    delete: remove,
    size: () => rows.size,
    search: (query, options) => search(query, options).map((match) => ({ ...match, item: match.item.item })),
  };
}

interface WordIndex<R> extends Pick<SearchableNames<R>, 'heaviest' | 'named' | 'around'> {
  add(row: R): void;
  remove(row: R): void;
}

/** Index of rows by the words of their names and surroundings. */
function createWordIndex<R extends Row>(): WordIndex<R> {
  const inName = createPostings<R>();
  const around = createSurroundingsIndex<R>();
  const shortBeginnings = createShortPrefixLists<R>();
  return {
    add(row) {
      for (const word of wordsOfRow(row)) {
        inName.add(word, row);
        shortBeginnings.add(word, row);
      }
      around.add(row);
    },
    remove(row) {
      for (const word of wordsOfRow(row)) {
        inName.remove(word, row);
        shortBeginnings.remove(word, row);
      }
      around.remove(row);
    },
    heaviest: shortBeginnings.heaviest,
    named: (typed, slips) => candidatesOf(inName.lists(typed, slips)),
    around: (typed, slips) => candidatesOf(around.lists(typed, slips)),
  };
}

const candidatesOf = <R>(lists: readonly { word: string; rows: readonly R[] }[]): Candidates<R> => ({
  size: lists.reduce((size, { rows }) => size + rows.length, 0),
  lists: () => lists,
});

/** Index of rows by the words of their surroundings. Thousands of rows share surroundings, so words lead to groups, and groups to rows. */
function createSurroundingsIndex<R extends Row>() {
  const byWord = createPostings<{ rows: R[] }>();
  const groups = new Map<readonly string[], { rows: R[] }>();
  return {
    add(row: R): void {
      const known = groups.get(row.surroundings);
      if (known) {
        known.rows.push(row);
        return;
      }
      const group = { rows: [row] };
      groups.set(row.surroundings, group);
      for (const word of row.surroundings) byWord.add(word, group);
    },
    remove(row: R): void {
      // An empty group stays, because rows may be added to it later.
      const group = groups.get(row.surroundings);
      if (group) group.rows = group.rows.filter((other) => other !== row);
    },
    lists: (typed: string, slips: boolean): { word: string; rows: readonly R[] }[] =>
      byWord.lists(typed, slips).flatMap(({ word, rows: groupsOfWord }) => groupsOfWord.map(({ rows }) => ({ word, rows }))),
  };
}

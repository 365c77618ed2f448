import { type Lists, listAt, type Texts, textAt } from './lists.ts';
import type { Nearness, WordsOfRow } from './name-row.ts';
import type { Candidates, SearchableNames } from './name-search.ts';
import { createPostings } from './postings.ts';
import { shortBeginningOf } from './short-beginnings.ts';
import { beginningAs, beginningWithSlip, firstLetters, type SortedWords } from './sorted-words.ts';

/** Immutable searchable names in columns, with rows numbered from 0. Objects would take five times the memory. */
export interface NameColumns {
  /** All words of names, sorted. */
  words: Texts;
  /** Per word: rows with that word in a name, in insertion order. */
  rowsOfWord: Lists;
  /** Per row: index of its first name, and where further and foreign names begin, as in `WordsOfRow`. */
  firstName: Uint32Array<ArrayBuffer>;
  others: Uint8Array<ArrayBuffer>;
  abroad: Uint8Array<ArrayBuffer>;
  /** Per name: indexes of its words. */
  wordsOfName: Lists;
  shortest: Uint16Array<ArrayBuffer>;
  initials: Int32Array<ArrayBuffer>;
  weight: Float64Array<ArrayBuffer>;
  /** Per row: its group of surroundings; per group, the words and the rows. */
  group: Uint16Array<ArrayBuffer>;
  surroundings: readonly (readonly string[])[];
  rowsOfGroup: Lists;
  /** Rows of greatest weight per frequent prefix of one or two letters. */
  heaviest: ReadonlyMap<string, Uint32Array<ArrayBuffer>>;
}

/** @param sphere Three coordinates per row, as from `onUnitSphere`. */
export function namesInColumns(columns: NameColumns, sphere: Float64Array): SearchableNames<number> {
  const { words, rowsOfWord, firstName, others, abroad, wordsOfName, shortest, initials, weight, group, surroundings, heaviest } = columns;
  const sorted: SortedWords = { length: words.from.length - 1, at: (place) => textAt(words, place) };
  const letters = firstLetters(sorted);
  const around = groupsByWord(columns);
  const visits = new Uint32Array(weight.length);
  return {
    heaviest: (typed) => heaviest.get(shortBeginningOf(typed) ?? '') ?? null,
    named(typed, slips) {
      const { first, end } = beginningAs(sorted, typed);
      const slipped = slips ? beginningWithSlip(sorted, letters, typed) : [];
      const sizeOf = (from: number, to: number): number => (rowsOfWord.from[to] ?? 0) - (rowsOfWord.from[from] ?? 0);
      return {
        size: slipped.reduce((size, word) => size + sizeOf(word, word + 1), sizeOf(first, end)),
        *lists() {
          for (let word = first; word < end; word++) yield { word: textAt(words, word), rows: listAt(rowsOfWord, word) };
          for (const word of slipped) yield { word: textAt(words, word), rows: listAt(rowsOfWord, word) };
        },
      };
    },
    around,
    initials: (row) => initials[row] ?? 0,
    shortest: (row) => shortest[row] ?? 0,
    weight: (row) => weight[row] ?? 0,
    nearness: (row, nearness: Nearness) => nearness(sphere[row * 3] ?? 0, sphere[row * 3 + 1] ?? 0, sphere[row * 3 + 2] ?? 0),
    words(row): WordsOfRow {
      const names: string[][] = [];
      for (let name = firstName[row] ?? 0; name < (firstName[row + 1] ?? 0); name++)
        names.push(Array.from(listAt(wordsOfName, name), (word) => textAt(words, word)));
      return { names, others: others[row] ?? 0, abroad: abroad[row] ?? 0, surroundings: surroundings[group[row] ?? 0] ?? [] };
    },
    visited: (row) => visits[row] ?? 0,
    visit: (row, search) => {
      visits[row] = search;
    },
  };
}

/** There are only some hundreds of surroundings, so objects are cheap. */
function groupsByWord({ surroundings, rowsOfGroup }: NameColumns): (typed: string, slips: boolean) => Candidates<number> {
  const byWord = createPostings<number>();
  for (const [number, words] of surroundings.entries()) for (const word of words) byWord.add(word, number);
  return (typed, slips) => {
    const lists = byWord
      .lists(typed, slips)
      .flatMap(({ word, rows: groups }) => groups.map((number) => ({ word, rows: listAt(rowsOfGroup, number) })));
    return { size: lists.reduce((size, { rows }) => size + rows.length, 0), lists: () => lists };
  };
}

import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { bestQuality, type Extent } from './name-fit.ts';
import { bestFit, initialsOf, type Named, type Nearness, nearnessTo, type Row, relevanceOf, rowOf, wordsOfRow } from './name-row.ts';
import { isFiller, wordsOf } from './name-words.ts';
import { bearsSlip } from './one-edit.ts';
import { createPostings, type Posted } from './postings.ts';
import { createShortBeginnings } from './short-beginnings.ts';

/** More words than these are not looked at; nobody types so many. */
const maxWords = 8;

export interface Match<T> {
  item: T;
  /** 0 to 1. */
  relevance: number;
  /** How much it is talked of, 0 to 1. */
  weight: number;
  /** How much of one of its names was typed. */
  extent: Extent;
  /** Some word fits only with a slip. */
  slipped: boolean;
}

/** Finds things by the beginnings of the words of their names, in memory. */
export interface NameIndex<T> {
  /** Puts a thing in, in place of the one that is equal to it. */
  set(item: T, named: Named): void;
  delete(item: T): void;
  /** Best first. Slips fill up what is left of `limit`. */
  search(query: string, options: { near?: Coordinates | undefined; limit: number }): Match<T>[];
  size(): number;
}

export function createNameIndex<T>(): NameIndex<T> {
  const rows = new Map<T, Row<T>>();
  const words = createWordIndex<T>();
  let searches = 0;

  const remove = (item: T): void => {
    const row = rows.get(item);
    if (!row) return;
    rows.delete(item);
    words.remove(row);
  };
  const rank = (typed: readonly string[], nearness: Nearness, limit: number, slips: boolean): Match<T>[] => {
    const best: Match<T>[] = [];
    searches += 1;
    const initials = initialsOf(typed.filter((word) => !isFiller(word) && !(slips && bearsSlip(word))));
    const { anchor, lists } = words.candidates(typed, slips);
    for (const { word, rows: candidates } of lists) {
      const quality = bestQuality(typed, anchor, word);
      for (const row of candidates) {
        if (row.visited === searches) continue;
        const worst = best.length < limit ? -1 : (best[limit - 1]?.relevance ?? 0);
        // Most are left here, before their words are looked at.
        if ((row.initials & initials) !== initials) continue;
        if (relevanceOf(row, quality(row.shortest), nearness) <= worst) continue;
        row.visited = searches;
        const fit = bestFit(row, typed, slips);
        const relevance = fit ? relevanceOf(row, fit.quality, nearness) : -1;
        if (fit && relevance > worst) keep(best, { item: row.item, relevance, weight: row.weight, extent: fit.extent, slipped: fit.slipped }, limit);
      }
    }
    return best;
  };
  return {
    set(item, named) {
      remove(item);
      const row = rowOf(item, named);
      rows.set(item, row);
      words.add(row);
    },
    delete: remove,
    size: () => rows.size,
    search(query, { near, limit }) {
      const typed = wordsOf(query).slice(0, maxWords);
      const nearness = nearnessTo(near);
      const exact = rank(typed, nearness, limit, false);
      if (exact.length >= limit) return exact;
      const slipped = rank(typed, nearness, limit, true).filter((match) => match.slipped);
      return [...exact, ...slipped.slice(0, limit - exact.length)].sort((a, b) => b.relevance - a.relevance);
    },
  };
}

/** Rows by the words of their names, and of what is around them. */
function createWordIndex<T>() {
  const inName = createPostings<Row<T>>();
  const around = createSurroundingsIndex<T>();
  const shortBeginnings = createShortBeginnings<Row<T>>();
  return {
    add(row: Row<T>): void {
      for (const word of wordsOfRow(row)) {
        inName.add(word, row);
        shortBeginnings.add(word, row);
      }
      around.add(row);
    },
    remove(row: Row<T>): void {
      for (const word of wordsOfRow(row)) {
        inName.remove(word, row);
        shortBeginnings.remove(word, row);
      }
      around.remove(row);
    },
    /** Every row that could fit, some of them more than once: those that have the typed word that is rarest, which is the anchor. */
    candidates(typed: readonly string[], slips: boolean): { anchor: string; lists: readonly Posted<Row<T>>[] } {
      const [first = ''] = typed;
      const heaviest = shortBeginnings.heaviest(typed);
      if (heaviest) return { anchor: first, lists: [{ word: first, rows: heaviest }] };
      const telling = typed.filter((word) => !isFiller(word));
      const found = (telling.length > 0 ? telling : typed).map((anchor) => {
        // A single word must be in the name.
        const lists = [...inName.lists(anchor, slips), ...(typed.length > 1 ? around.lists(anchor, slips) : [])];
        return { anchor, lists, size: lists.reduce((size, { rows }) => size + rows.length, 0) };
      });
      return found.toSorted((a, b) => a.size - b.size)[0] ?? { anchor: '', lists: [] };
    },
  };
}

/** Rows by the words of what is around them. Thousands have the same surroundings, so a word leads to those and they to the rows. */
function createSurroundingsIndex<T>() {
  const byWord = createPostings<{ rows: Row<T>[] }>();
  const groups = new Map<readonly string[], { rows: Row<T>[] }>();
  return {
    add(row: Row<T>): void {
      const known = groups.get(row.surroundings);
      if (known) {
        known.rows.push(row);
        return;
      }
      const group = { rows: [row] };
      groups.set(row.surroundings, group);
      for (const word of row.surroundings) byWord.add(word, group);
    },
    remove(row: Row<T>): void {
      // A group that is empty finds nothing, and may fill again.
      const group = groups.get(row.surroundings);
      if (group) group.rows = group.rows.filter((other) => other !== row);
    },
    lists: (typed: string, slips: boolean): Posted<Row<T>>[] =>
      byWord.lists(typed, slips).flatMap(({ word, rows: found }) => found.map(({ rows }) => ({ word, rows }))),
  };
}

/** Keeps the best so many of any number, in order. */
function keep<T>(best: Match<T>[], match: Match<T>, limit: number): void {
  if (best.length === limit && match.relevance <= (best[limit - 1]?.relevance ?? 0)) return;
  const at = best.findIndex((other) => other.relevance < match.relevance);
  best.splice(at < 0 ? best.length : at, 0, match);
  if (best.length > limit) best.pop();
}

import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { isStopWord, type MatchExtent, qualityUpperBound, wordsOf } from './name-fit.ts';
import { bestFit, initialsOf, type Nearness, nearnessTo, relevanceOf, type WordsOfRow } from './name-row.ts';
import { allowsTypingError, otherSpellings } from './spellings.ts';

/** Most typed words that a search uses; it ignores the rest. */
const maxWords = 8;

export interface Match<T> {
  item: T;
  /** Relevance, 0 to 1. */
  relevance: number;
  /** Prominence, 0 to 1. */
  weight: number;
  /** Extent of the best matching name. */
  extent: MatchExtent;
  /** True when some word fits only with a typing error. */
  slipped: boolean;
}

export interface NameQuery {
  near?: Coordinates | undefined;
  limit: number;
}

/** Rows that have a word. */
export interface WordRows<R> {
  word: string;
  rows: Iterable<R>;
}

/** Rows with a word that has the typed prefix. Their number is known before they are visited. */
export interface Candidates<R> {
  size: number;
  lists(): Iterable<WordRows<R>>;
}

/** Named items as searches read them, independent of their storage. */
export interface SearchableNames<R> {
  /** Rows of greatest weight for a frequent prefix of one or two letters; null when all rows can be scanned. */
  heaviest(typed: readonly string[]): Iterable<R> | null;
  /** Rows with the typed prefix in a name. With `slips`, a typing error is allowed. */
  named(typed: string, slips: boolean): Candidates<R>;
  /** Rows with the typed prefix in their surroundings. */
  around(typed: string, slips: boolean): Candidates<R>;
  /** Bit mask of first letters of a row, as from `initialsOf`. */
  initials(row: R): number;
  /** Number of letters of the row's shortest name. */
  shortest(row: R): number;
  weight(row: R): number;
  /** Nearness of a row, 0 to 1. */
  nearness(row: R, nearness: Nearness): number;
  words(row: R): WordsOfRow;
  /** Number of the last search that visited the row; each search reads a row once. */
  visited(row: R): number;
  visit(row: R, search: number): void;
}

/** Finds the best matches, best first. Matches with typing errors only fill the rest of `limit`. */
export type NameSearch<R> = (query: string, options: NameQuery) => Match<R>[];

export function createNameSearch<R>(names: SearchableNames<R>): NameSearch<R> {
  let searches = 0;
  const rank = (typed: readonly string[], near: Nearness | null, limit: number, slips: boolean): Match<R>[] => {
    const best: Match<R>[] = [];
    searches += 1;
    const initials = initialsOf(typed.filter((word) => !isStopWord(word) && !(slips && allowsTypingError(word))));
    const { anchor, lists } = candidatesFor(names, typed, slips);
    for (const { word, rows } of lists) {
      const quality = qualityUpperBound(typed, anchor, word);
      for (const row of rows) {
        if (names.visited(row) === searches) continue;
        const worst = best.length < limit ? -1 : (best[limit - 1]?.relevance ?? 0);
        // This check rejects most rows before their words are read.
        if ((names.initials(row) & initials) !== initials) continue;
        const weight = names.weight(row);
        const nearness = near && names.nearness(row, near);
        if (relevanceOf(weight, quality(names.shortest(row)), nearness) <= worst) continue;
        names.visit(row, searches);
        const fit = bestFit(names.words(row), typed, slips);
        const relevance = fit ? relevanceOf(weight, fit.quality, nearness) : -1;
        if (fit && relevance > worst) keep(best, { item: row, relevance, weight, extent: fit.extent, slipped: fit.slipped }, limit);
      }
    }
    return best;
  };
  return (query, { near, limit }) => {
    const typed = wordsOf(query).slice(0, maxWords);
    const nearness = near ? nearnessTo(near) : null;
    const exact = rank(typed, nearness, limit, false);
    const respelt = exact.some(({ extent }) => extent === 'whole')
      ? []
      : otherSpellings(typed).flatMap(({ words, isRecut }) =>
          rank(words, nearness, limit, false).filter(({ extent }) => !isRecut || extent === 'whole'),
        );
    const found = respelt.length > 0 ? bestOf([...exact, ...respelt], limit) : exact;
    if (found.length >= limit) return found;
    const known = new Set(found.map(({ item }) => item));
    const slipped = rank(typed, nearness, limit, true).filter(({ item, slipped }) => slipped && !known.has(item));
    return [...found, ...slipped.slice(0, limit - found.length)].sort(byRelevance);
  };
}

const byRelevance = (a: Match<unknown>, b: Match<unknown>): number => b.relevance - a.relevance;

/** Keeps one match per item, that of the best spelling; spellings that match the whole name precede. */
function bestOf<R>(matches: readonly Match<R>[], limit: number): Match<R>[] {
  const best = new Map<R, Match<R>>();
  const isWhole = ({ extent }: Match<R>): number => (extent === 'whole' ? 1 : 0);
  for (const match of matches.toSorted((a, b) => isWhole(b) - isWhole(a) || byRelevance(a, b)))
    if (!best.has(match.item)) best.set(match.item, match);
  return [...best.values()].slice(0, limit).sort(byRelevance);
}

/** Candidates: rows with the rarest typed word, the anchor. A row may occur several times. */
function candidatesFor<R>(names: SearchableNames<R>, typed: readonly string[], slips: boolean): { anchor: string; lists: Iterable<WordRows<R>> } {
  const [first = ''] = typed;
  const heaviest = names.heaviest(typed);
  if (heaviest) return { anchor: first, lists: [{ word: first, rows: heaviest }] };
  const telling = typed.filter((word) => !isStopWord(word));
  const choices = (telling.length > 0 ? telling : typed).map((anchor) => {
    // A single word must match the name itself.
    const parts = [names.named(anchor, slips), ...(typed.length > 1 ? [names.around(anchor, slips)] : [])];
    return { anchor, parts, size: parts.reduce((size, part) => size + part.size, 0) };
  });
  const rarest = choices.toSorted((a, b) => a.size - b.size)[0];
  return rarest ? { anchor: rarest.anchor, lists: rarest.parts.flatMap((part) => [...part.lists()]) } : { anchor: '', lists: [] };
}

/** Inserts a match into the sorted list of the best, at most `limit`. */
function keep<T>(best: Match<T>[], match: Match<T>, limit: number): void {
  if (best.length === limit && match.relevance <= (best[limit - 1]?.relevance ?? 0)) return;
  const at = best.findIndex((other) => other.relevance < match.relevance);
  best.splice(at < 0 ? best.length : at, 0, match);
  if (best.length > limit) best.pop();
}

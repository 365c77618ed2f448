import { allowsTypingError, fitOf } from './spellings.ts';

/** List of sorted words, in which equal prefixes are adjacent; for example a sorted array. */
export interface SortedWords {
  readonly length: number;
  at(place: number): string | undefined;
}

/** Index range from `first` inclusive to `end` exclusive. */
export interface IndexRange {
  first: number;
  end: number;
}

/** Character that sorts after every letter. */
const behindAll = '\uffff';

/** Index of the first word that does not sort before `word`. */
export function lowerBound(sorted: SortedWords, word: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted.at(middle) ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Range of words with the typed prefix. */
export const prefixRange = (sorted: SortedWords, typed: string): IndexRange => ({
  first: lowerBound(sorted, typed),
  end: typed === '' ? sorted.length : lowerBound(sorted, typed + behindAll),
});

/** A first letter of words, with the second letters that follow it. */
export interface FirstLetter {
  letter: string;
  seconds: ReadonlySet<string>;
}

/** All first letters of the words. */
export function firstLetters(sorted: SortedWords): FirstLetter[] {
  const letters: { letter: string; seconds: Set<string> }[] = [];
  for (let at = 0; at < sorted.length; at++) {
    const [letter = '', second = ''] = sorted.at(at) ?? '';
    const last = letters.at(-1);
    if (last?.letter === letter) last.seconds.add(second);
    else letters.push({ letter, seconds: new Set([second]) });
  }
  return letters;
}

/**
 * Indexes of words with the typed prefix and one typing error.
 * @param letters First letters of all words.
 */
export function indexesWithTypingError(sorted: SortedWords, letters: readonly FirstLetter[], typed: string): number[] {
  if (!allowsTypingError(typed)) return [];
  const [first = '', second = ''] = typed;
  const rest = typed.slice(first.length);
  // An error after the first letter keeps that letter, and an error at the first letter keeps the rest. The scripts together have over a thousand
  // first letters, and nearly none of these precedes the typed second letter.
  const starts = letters.flatMap(({ letter, seconds }) => [
    ...(seconds.has(first) ? [letter + typed] : []),
    ...(seconds.has(second) ? [letter + rest] : []),
  ]);
  const candidates = new Set<number>();
  for (const start of [first, ...starts, rest, second + first + rest.slice(second.length)]) {
    const { first: from, end } = prefixRange(sorted, start);
    for (let at = from; at < end; at++) candidates.add(at);
  }
  return [...candidates].filter((at) => fitOf(sorted.at(at) ?? '', typed) === 'slip');
}

/** Longest prefix with a precomputed list, letters. */
const longest = 2;
/** Only prefixes of more rows than this use their list, because scanning fewer rows is fast enough. */
const many = 5_000;
/** Most rows of a list. */
const listed = 300;

interface Weighed {
  weight: number;
}

/**
 * Precomputed lists of the rows of greatest weight per prefix of one or two letters. Scanning all rows would take too long, and users who type one
 * letter rarely mean a village.
 */
interface ShortBeginnings<R extends Weighed> {
  add(word: string, row: R): void;
  remove(word: string, row: R): void;
  /** Rows of greatest weight with this prefix; null when all rows can be scanned. */
  heaviest(typed: readonly string[]): readonly R[] | null;
  /** All lists in use, by prefix. */
  lists(): Map<string, readonly R[]>;
}

/** Prefix whose list can answer the typed text; null for a longer text. */
export const shortPrefixOf = ([word = '', ...more]: readonly string[]): string | null => (more.length === 0 && word.length <= longest ? word : null);

export function createShortPrefixLists<R extends Weighed>(): ShortBeginnings<R> {
  const lists = new Map<string, { count: number; heaviest: R[] }>();
  return {
    add(word, row) {
      for (const beginning of beginningsOf(word)) {
        const list = lists.get(beginning) ?? { count: 0, heaviest: [] };
        lists.set(beginning, list);
        list.count += 1;
        insert(list.heaviest, row);
      }
    },
    remove(word, row) {
      for (const beginning of beginningsOf(word)) {
        const list = lists.get(beginning);
        if (!list) continue;
        list.count -= 1;
        list.heaviest = list.heaviest.filter((other) => other !== row);
      }
    },
    heaviest(typed) {
      const list = lists.get(shortPrefixOf(typed) ?? '');
      return list && list.count > many ? list.heaviest : null;
    },
    lists: () => new Map([...lists].filter(([, { count }]) => count > many).map(([beginning, { heaviest }]) => [beginning, heaviest])),
  };
}

const beginningsOf = (word: string): string[] => (word.length < longest ? [word] : [word.slice(0, 1), word.slice(0, longest)]);

function insert<R extends Weighed>(heaviest: R[], row: R): void {
  if (heaviest.length === listed && row.weight <= (heaviest[listed - 1]?.weight ?? 0)) return;
  let at = heaviest.length;
  while (at > 0 && (heaviest[at - 1]?.weight ?? 0) < row.weight) at--;
  heaviest.splice(at, 0, row);
  if (heaviest.length > listed) heaviest.pop();
}

/** Most new words that are inserted one by one; with more, the whole list is sorted again. */
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
      const { first, end } = prefixRange(sorted, typed);
      return sorted.slice(first, end);
    },
    slipped(typed) {
      settle();
      letters ??= firstLetters(sorted);
      return indexesWithTypingError(sorted, letters, typed).map((at) => sorted[at] ?? '');
    },
  };
}

/** Rows that have a word. */
interface Posted<R> {
  word: string;
  rows: readonly R[];
}

/** Inverted index: rows by word. */
interface Postings<R> {
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

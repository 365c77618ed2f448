import { editsAllowed } from './edits.ts';
import type { SearchQuery, TextKind } from './port.ts';
import { tellingWords } from './silent-words.ts';
import { lengthOf, wordsOf } from './words.ts';

/** A word that is looked for. */
export interface Wanted {
  word: string;
  /** Words that begin with it match too. */
  unfinished: boolean;
  edits: 0 | 1 | 2;
  /** How much the word counts among the others: by its length, and among fewer than all by how rare it is. */
  weight: number;
}

export interface Question<W extends Wanted = Wanted> {
  words: readonly W[];
  /** All of it as one; see `wholeOf`. */
  whole: string;
}

/** Further words do not count: each is a search of its own to the engine. */
const wordsCounted = 16;
/** Of more words than these one does not make a difference, and there would be many ways to leave one out. */
const mostToLeaveOneOut = 6;
/** A single letter is the beginning of too much to be worth anything. */
const beginningFrom = 2;
/** Short words tell little: from so many letters on each word counts the same. */
const fullWeightFrom = 4;

/** What a match is worth by the text it is in. */
export const kindValues: Readonly<Record<TextKind, number>> = { name: 10, place: 8, region: 6, prose: 3 };
export const kinds: readonly TextKind[] = ['name', 'place', 'region', 'prose'];

/** How well a word fits. */
export type Closeness = 'exact' | 'beginning' | 'oneEdit' | 'twoEdits';
const closenessValues: Readonly<Record<Closeness, number>> = { exact: 10, beginning: 9, oneEdit: 7, twoEdits: 5 };

/** Of the highest score, tenths that words make; the rest is for what is called just what was asked. */
const shareOfWords = 9;
const bestWord = kindValues.name * closenessValues.exact;

/** What is worth more when it is called just what was asked, and what it is worth then: a place comes before all that only have the words in their name. */
const wholeValues = { name: 10 * bestWord, place: 9.5 * bestWord } as const;
export type WholeKind = keyof typeof wholeValues;
export const isWholeKind = (kind: TextKind | undefined): kind is WholeKind => kind === 'name' || kind === 'place';

/** So many documents are counted to tell how rare a word is; one that more have is as usual as a word can be. */
export const mostCountedForRarity = 512;

/** What a word of weight 1 is worth that matches like this in a text of this kind. Whole numbers, which every engine adds up exactly. */
export const matchValue = (kind: TextKind, closeness: Closeness): number => kindValues[kind] * closenessValues[closeness] * shareOfWords;

/** Kinds of text and ways to match in them, the most valuable first. */
export function levelsOf({ edits, unfinished }: Wanted): { kind: TextKind; closeness: Closeness; value: number }[] {
  const ways: Closeness[] = ['exact'];
  if (unfinished) ways.push('beginning');
  if (edits > 0) ways.push('oneEdit');
  if (edits > 1) ways.push('twoEdits');
  const levels = kinds.flatMap((kind) => ways.map((closeness) => ({ kind, closeness, value: matchValue(kind, closeness) })));
  return levels.toSorted((a, b) => b.value - a.value);
}

/** A text as one: its words in a row. */
export const wholeOf = (text: string): string => wordsOf(text).join(' ');

/** What is asked with the words of a person; null when there is none among them. */
export function questionOf({ q, fuzzy }: Pick<SearchQuery, 'q' | 'fuzzy'>): Question | null {
  const all = wordsOf(q);
  const last = all.at(-1);
  if (last === undefined) return null;
  // The last word first: of many words it is the one being typed.
  const words = [...new Set([last, ...tellingWords(all)])].slice(0, wordsCounted).map((word): Wanted => {
    const length = lengthOf(word);
    const weight = Math.min(length, fullWeightFrom);
    return { word, weight, unfinished: word === last && length >= beginningFrom, edits: fuzzy ? editsAllowed(length) : 0 };
  });
  return { words, whole: all.join(' ') };
}

/**
 * The same question with its rare words counting for more, for where no document has all of them. `counts` are the numbers of documents that have each word as it is spelt, or, where none has, one
 * that it may have been meant for; only of documents that whoever asks may find, so that nobody learns what others write.
 */
export const weighed = <W extends Wanted>(question: Question<W>, counts: readonly number[]): Question<W> => ({
  ...question,
  words: question.words.map((wanted, index) => ({ ...wanted, weight: wanted.weight * rarityOf(counts[index] ?? 0) })),
});

/** One less with each doubling of the documents that have the word, in whole steps, which every engine adds up exactly. */
function rarityOf(count: number): number {
  const counted = Math.min(Math.max(count, 1), mostCountedForRarity);
  return 1 + Math.clz32(counted) - Math.clz32(mostCountedForRarity);
}

const sum = (words: readonly Wanted[]): number => words.reduce((total, { weight }) => total + weight, 0);

/** How many of the words a document must have: all; where no document has, all but one; where none has those either, any. */
export function leastWords({ words }: Question): number[] {
  const { length } = words;
  const rungs = length <= mostToLeaveOneOut ? [length, length - 1, 1] : [length, 1];
  return [...new Set(rungs)].filter((least) => least > 0);
}

/** What a document is worth that is called just what was asked. */
export const wholeValue = (kind: WholeKind, { words }: Question): number => wholeValues[kind] * sum(words);

/** What a document is worth at most. */
const most = (question: Question): number => wholeValue('name', question);

/** The score of a value, to 4 decimals. */
export const scoreOf = (value: number, question: Question): number => Math.round((value / most(question)) * 10_000) / 10_000;

/** Least value whose score is not below `minScore`. */
export const leastValue = (minScore: number, question: Question): number => Math.max(1, Math.ceil((minScore - 0.000_05) * most(question)));

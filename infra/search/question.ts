import type { Box } from '@waystory/proto/kit/filter.ts';
import { editsAllowed } from './edits.ts';
import type { IndexSpec, SearchQuery, TextKind } from './port.ts';
import { characterCountOf, wordsOf } from './words.ts';

/** Stop words, folded as in `words.ts`: articles and prepositions of the languages of users and places. */
const byLanguage = {
  en: 'a an and at by for from in near of on or the to with',
  de: 'am an auf bei das dem den der des die ein eine im in mit und von vom zu zum zur',
  fr: 'a au aux d de des du en et l la le les ou sur un une',
  es: 'al con de del e el en la las los o por un una y',
  it: 'al alla con d da dal dalla de dei del della delle di e gli i il in l la le lo nel un una',
  pt: 'a ao as com da das de do dos e em na no o os um uma',
} as const;

const silent: ReadonlySet<string> = new Set(Object.values(byLanguage).flatMap((words) => words.split(' ')));

/**
 * Words of a query without stop words; all words when only stop words remain, because "La" is a name too. The last word always stays, because it may
 * be unfinished.
 */
export function withoutStopWords(words: readonly string[]): string[] {
  const telling = words.filter((word, index) => !silent.has(word) || index === words.length - 1);
  return telling.some((word) => !silent.has(word)) ? telling : [...words];
}

/** A word of a query. */
export interface QueryWord {
  word: string;
  /** True when words with this prefix also match. */
  unfinished: boolean;
  edits: 0 | 1 | 2;
  /** Relative weight: by length; and by rarity, when no document has all words. */
  weight: number;
}

export interface ParsedQuery<W extends QueryWord = QueryWord> {
  words: readonly W[];
  /** The whole query as one text, see `foldedTextOf`. */
  whole: string;
}

/** Most words that a query uses, because each costs a search. */
const wordsCounted = 16;
/**
 * Most words of a query for which documents with all words except one are searched. With more words, there are many variants and little difference.
 */
const mostToLeaveOneOut = 6;
/** Shortest word that matches as a prefix, because too many words begin with a single letter. */
const beginningFrom = 2;
/** Length from which a word has full weight, letters. */
const fullWeightFrom = 4;

/** Value of a match by the kind of its text. */
export const kindValues: Readonly<Record<TextKind, number>> = { name: 10, place: 8, region: 6, prose: 3 };
export const textKinds: readonly TextKind[] = ['name', 'place', 'region', 'prose'];

/** Closeness of a match to the query word. */
export type Closeness = 'exact' | 'beginning' | 'oneEdit' | 'twoEdits';
const closenessValues: Readonly<Record<Closeness, number>> = { exact: 10, beginning: 9, oneEdit: 7, twoEdits: 5 };

/** Tenths of the highest score that words contribute; the rest is for an equal whole name. */
const shareOfWords = 9;
const bestWord = kindValues.name * closenessValues.exact;

/** Values of an equal whole name: a place ranks above names that merely contain the words. */
const wholeValues = { name: 10 * bestWord, place: 9.5 * bestWord } as const;
export type WholeKind = keyof typeof wholeValues;
export const isWholeKind = (kind: TextKind | undefined): kind is WholeKind => kind === 'name' || kind === 'place';

/** Most documents counted for the rarity of a word; beyond it, a word is common. */
export const mostCountedForRarity = 512;

/** Value of a match for a word of weight 1. It is an integer, because all engines add integers exactly. */
export const matchValue = (kind: TextKind, closeness: Closeness): number => kindValues[kind] * closenessValues[closeness] * shareOfWords;

/** Combinations of text kind and closeness in which a word may match, most valuable first. */
export function matchLevelsOf({ edits, unfinished }: QueryWord): { kind: TextKind; closeness: Closeness; value: number }[] {
  const ways: Closeness[] = ['exact'];
  if (unfinished) ways.push('beginning');
  if (edits > 0) ways.push('oneEdit');
  if (edits > 1) ways.push('twoEdits');
  const levels = textKinds.flatMap((kind) => ways.map((closeness) => ({ kind, closeness, value: matchValue(kind, closeness) })));
  return levels.toSorted((a, b) => b.value - a.value);
}

/** Folded words of a text, joined by spaces. */
export const foldedTextOf = (text: string): string => wordsOf(text).join(' ');

/** Parses a query; null without any word. */
export function parseQuery({ q, fuzzy }: Pick<SearchQuery, 'q' | 'fuzzy'>): ParsedQuery | null {
  const all = wordsOf(q);
  const last = all.at(-1);
  if (last === undefined) return null;
  // The last word comes first, so that the limit never drops it, because it is being typed.
  const words = [...new Set([last, ...withoutStopWords(all)])].slice(0, wordsCounted).map((word): QueryWord => {
    const length = characterCountOf(word);
    const weight = Math.min(length, fullWeightFrom);
    return { word, weight, unfinished: word === last && length >= beginningFrom, edits: fuzzy ? editsAllowed(length) : 0 };
  });
  return { words, whole: all.join(' ') };
}

/**
 * The query with higher weights for rare words, used when no document has all words.
 * @param counts Documents per word, only among those that the caller may find, so that no private text is revealed.
 */
export const weightedByRarity = <W extends QueryWord>(question: ParsedQuery<W>, counts: readonly number[]): ParsedQuery<W> => ({
  ...question,
  words: question.words.map((wanted, index) => ({ ...wanted, weight: wanted.weight * rarityOf(counts[index] ?? 0) })),
});

/** Rarity of a word, 1 to 10. It falls by one with each doubling of the count, in integers, because all engines add integers exactly. */
function rarityOf(count: number): number {
  const counted = Math.min(Math.max(count, 1), mostCountedForRarity);
  return 1 + Math.clz32(counted) - Math.clz32(mostCountedForRarity);
}

const sum = (words: readonly QueryWord[]): number => words.reduce((total, { weight }) => total + weight, 0);

/** Required numbers of words, tried in order: all, all but one, any. */
export function requiredWordCounts({ words }: ParsedQuery): number[] {
  const { length } = words;
  const rungs = length <= mostToLeaveOneOut ? [length, length - 1, 1] : [length, 1];
  return [...new Set(rungs)].filter((least) => least > 0);
}

/** Value of a document whose whole name equals the query. */
export const wholeValue = (kind: WholeKind, { words }: ParsedQuery): number => wholeValues[kind] * sum(words);

/** Highest value of a document. */
const most = (question: ParsedQuery): number => wholeValue('name', question);

/** Score of a value, to 4 decimals. */
export const scoreOf = (value: number, question: ParsedQuery): number => Math.round((value / most(question)) * 10_000) / 10_000;

/** Lowest value whose score is at least `minScore`. */
export const minimumValue = (minScore: number, question: ParsedQuery): number => Math.max(1, Math.ceil((minScore - 0.000_05) * most(question)));

/** Half the precision of positions, degrees. Elasticsearch's own precision is ten times finer. */
const margin = 5e-7;
/** Widest gap between the eastern and the western edge that contains no position, degrees; the box then spans all longitudes. */
const closed = 3 * margin;

/**
 * The box widened by half a step on each side, so that positions on its edges belong to it.
 * It crosses the antimeridian when an edge lies on it. Null for an empty box.
 * @throws Error when the index has no positions.
 */
export function widenedBox({ name, positions }: IndexSpec, { south, west, north, east }: Box): Box | null {
  if (!positions) throw new Error(`The search index ${JSON.stringify(name)} has no positions`);
  if (south > north) return null;
  const latitudes = { south: Math.max(-90, south - margin), north: Math.min(90, north + margin) };
  const open = west <= east ? 360 - (east - west) : west - east;
  if (open < closed) return { ...latitudes, west: -180, east: 180 };
  return { ...latitudes, west: onRound(west - margin), east: onRound(east + margin) };
}

function onRound(longitude: number): number {
  if (longitude < -180) return longitude + 360;
  return longitude > 180 ? longitude - 360 : longitude;
}

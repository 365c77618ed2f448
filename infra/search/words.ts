import { apostrophes, dashes, ignoredCharacters, plainLetters, withLongVowelMarks } from '../letters.ts';

const hasLetter = /[\p{L}\p{N}]/u;
const notOfWords = /[^\p{L}\p{N}\p{M}]+/gu;

/** Katakana, full and half width, with its long vowel mark and characters used in its place. */
const katakana = String.raw`[[\p{Script=Katakana}&&\p{L}]\u30fc\uff70]`;
/** Scripts without spaces, and Korean, whose compounds have none. */
const unspaced = String.raw`[[\p{L}\p{N}\p{M}]&&[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tai_Tham}\p{Script=New_Tai_Lue}\p{Script=Tai_Viet}\p{Script=Hangul}]]`;
const byCharacter = String.raw`[\p{Script=Han}\p{Script=Hiragana}]`;
const letters = String.raw`[[\p{L}\p{N}\p{M}]--${katakana}--${unspaced}--${byCharacter}]`;
/** Combining marks, including half-width marks, which Unicode classifies as letters. */
const marks = String.raw`[\p{M}\uff9e\uff9f]`;
const dash = `[${dashes}]`;

/**
 * Splits a text by script. Each character of Han and Hiragana is a word; each pair of characters of Katakana and of scripts without spaces is a word.
 * Elsewhere words lie between spaces, and joiners and apostrophes do not split them.
 */
const runs = new RegExp(
  `(?<character>${byCharacter}${marks}*)|(?<pairs>(?:${katakana}${marks}*(?:${dash}(?=\\s|${katakana}|$))?)+|(?:${unspaced}[\\p{M}${ignoredCharacters}]*)+)|(?<word>${letters}(?:${letters}|[${ignoredCharacters}${apostrophes}]+(?=${letters}))*)`,
  'gv',
);
/** A character with its combining marks; a Korean syllable may be composed of single letters. */
const characters = new RegExp(
  `(?:[\\u1100-\\u115f]+[\\u1160-\\u11a7]*[\\u11a8-\\u11ff]*|[^\\p{M}])[\\p{M}\\uff9e\\uff9f${ignoredCharacters}]*`,
  'gv',
);

/** Elided articles and prepositions, and the English genitive, at whose apostrophes a word is split. */
const elided = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quelqu|dell|all|nell|sull|dall|coll|sant|un|quest|bell|entr)$/i;
const genitive = /^s$/i;
const apostrophe = new RegExp(`[${apostrophes}]`, 'u');
/** Letters that look like apostrophes and split nothing. */
const letterApostrophe = /[ʹʻʼʽˈ]/;

/** Longest word, characters, because engines refuse longer terms. */
const longestWord = 64;

/** A word of a text with its offset in UTF-16 units. */
export interface Token {
  /** Folded form of the word, for comparison. */
  word: string;
  start: number;
  end: number;
}

/** Fast path: an ASCII word has no other form than lower case. */
const asciiWord = /^[a-z0-9]+$/i;
const fold = (text: string): string =>
  asciiWord.test(text)
    ? text.slice(0, longestWord).toLowerCase()
    : Array.from(plainLetters(text).replace(notOfWords, '')).slice(0, longestWord).join('');

/** Words of a text in order, possibly overlapping, by one rule for stored texts and queries on every engine. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const add = (part: string, start: number): void => {
    const word = fold(part);
    if (hasLetter.test(word)) tokens.push({ word, start, end: start + part.length });
  };
  for (const { 0: run, index, groups } of text.matchAll(runs)) {
    if (groups?.pairs !== undefined) for (const [part, at] of pairsOf(run)) add(part, index + at);
    else if (groups?.word !== undefined) for (const [part, at] of betweenApostrophes(run)) add(part, index + at);
    else add(run, index);
  }
  return tokens;
}

/** Pairs of adjacent characters, so that any part of a run is found; a single character stands alone. */
function pairsOf(written: string): [part: string, at: number][] {
  const run = withLongVowelMarks(written);
  const all = Array.from(run.matchAll(characters), ({ 0: one, index }) => ({ start: index, end: index + one.length }));
  const [first] = all;
  if (!first) return [];
  if (all.length === 1) return [[run, 0]];
  return all.slice(1).map(({ end }, at) => {
    const start = all[at]?.start ?? 0;
    return [run.slice(start, end), start];
  });
}

/** A word, split at apostrophes of elisions and genitives. */
function betweenApostrophes(run: string): [part: string, at: number][] {
  if (!apostrophe.test(run)) return [[run, 0]];
  const parts: [string, number][] = [];
  let from = 0;
  for (let at = 0; at < run.length; at++) {
    const sign = run[at] ?? '';
    if (!apostrophe.test(sign) || letterApostrophe.test(sign)) continue;
    if (!elided.test(run.slice(from, at)) && !genitive.test(run.slice(at + 1))) continue;
    parts.push([run.slice(from, at), from]);
    from = at + 1;
  }
  return [...parts, [run.slice(from), from]];
}

export const wordsOf = (text: string): string[] => tokensOf(text).map(({ word }) => word);

/** Number of characters, not UTF-16 units. */
export const characterCountOf = (word: string): number => Array.from(word).length;

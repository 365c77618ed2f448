import { apostrophes, dashes, plainLetters, silentSigns, withLongStrokes } from '../letters.ts';

const hasLetter = /[\p{L}\p{N}]/u;
const notOfWords = /[^\p{L}\p{N}\p{M}]+/gu;

/** Katakana, of full and of half width, with its long stroke and what is typed in its place. */
const katakana = String.raw`[[\p{Script=Katakana}&&\p{L}]\u30fc\uff70]`;
/** Scripts without spaces between words, and Korean, whose compounds have none. */
const unspaced = String.raw`[[\p{L}\p{N}\p{M}]&&[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tai_Tham}\p{Script=New_Tai_Lue}\p{Script=Tai_Viet}\p{Script=Hangul}]]`;
const byCharacter = String.raw`[\p{Script=Han}\p{Script=Hiragana}]`;
const letters = String.raw`[[\p{L}\p{N}\p{M}]--${katakana}--${unspaced}--${byCharacter}]`;
/** Marks, with those of half width, which are letters to Unicode. */
const marks = String.raw`[\p{M}\uff9e\uff9f]`;
const dash = `[${dashes}]`;

/**
 * A run that is cut further by what it is: Han and Hiragana, of which each character is a word; Katakana and scripts without spaces, of which each pair of
 * characters is one; and words between spaces, which joiners and apostrophes do not part.
 */
const runs = new RegExp(
  `(?<character>${byCharacter}${marks}*)|(?<pairs>(?:${katakana}${marks}*(?:${dash}(?=\\s|${katakana}|$))?)+|(?:${unspaced}[\\p{M}${silentSigns}]*)+)|(?<word>${letters}(?:${letters}|[${silentSigns}${apostrophes}]+(?=${letters}))*)`,
  'gv',
);
/** A character with its marks; a Korean syllable may be written letter by letter. */
const characters = new RegExp(`(?:[\\u1100-\\u115f]+[\\u1160-\\u11a7]*[\\u11a8-\\u11ff]*|[^\\p{M}])[\\p{M}\\uff9e\\uff9f${silentSigns}]*`, 'gv');

/** Articles and prepositions that lose their vowel before another word, and the ending of the English genitive: there an apostrophe parts words. */
const elided = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quelqu|dell|all|nell|sull|dall|coll|sant|un|quest|bell|entr)$/i;
const genitive = /^s$/i;
const apostrophe = new RegExp(`[${apostrophes}]`, 'u');
/** These are letters of their languages and part nothing. */
const letterApostrophe = /[ʹʻʼʽˈ]/;

/** Characters of a word that count; engines refuse terms without bound. */
const longestWord = 64;

/** A word of a text, and where it stands in it (UTF-16 units). */
export interface Token {
  /** Folded: what is compared. */
  word: string;
  start: number;
  end: number;
}

const fold = (text: string): string => Array.from(plainLetters(text).replace(notOfWords, '')).slice(0, longestWord).join('');

/** The words of a text in order, which may overlap; the same for what is stored and what is asked, on every engine. */
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

/** Each two characters that stand side by side, so that any part of a run is found; a single one is alone. */
function pairsOf(written: string): [part: string, at: number][] {
  const run = withLongStrokes(written);
  const all = Array.from(run.matchAll(characters), ({ 0: one, index }) => ({ start: index, end: index + one.length }));
  const [first] = all;
  if (!first) return [];
  if (all.length === 1) return [[run, 0]];
  return all.slice(1).map(({ end }, at) => {
    const start = all[at]?.start ?? 0;
    return [run.slice(start, end), start];
  });
}

/** A word whole, or parted at the apostrophes of elisions and genitives. */
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

/** Number of characters, of which one may be two UTF-16 units. */
export const lengthOf = (word: string): number => Array.from(word).length;

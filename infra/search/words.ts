/** Letters that Unicode does not take apart into a plain one and an accent. */
const plain: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
};
const notPlain = /[łøđðþßæœıħŧς]/g;
/** Marks of Latin, Greek and Cyrillic letters, Hebrew points, Arabic vowels, variants of a shape; vowels of Indian scripts are marks too, and stay. */
const accents = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]|\p{Variation_Selector}/gu;
const hasLetter = /[\p{L}\p{N}]/u;
const notOfWords = /[^\p{L}\p{N}\p{M}]+/gu;
/** A run of letters, digits and their marks. Han and Hiragana are written without spaces, so there each character is a word. */
const runs = /[\p{Script=Han}\p{Script=Hiragana}]\p{M}*|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}]]+/gv;
/** Characters of a word that count; engines refuse terms without bound. */
const longestWord = 64;

/** A word of a text, and where it stands in it (UTF-16 units). */
export interface Token {
  /** Folded: what is compared. */
  word: string;
  start: number;
  end: number;
}

/** Case and accents do not make another word. */
function fold(text: string): string {
  const lower = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(accents, '')
    .replace(notPlain, (letter) => plain[letter] ?? letter);
  // Together again, so that a Korean syllable is one character.
  return Array.from(lower.normalize('NFC').replace(notOfWords, '')).slice(0, longestWord).join('');
}

/** The words of a text in order; the same for what is stored and what is asked, on every engine. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: run, index: start } of text.matchAll(runs)) {
    const word = fold(run);
    if (hasLetter.test(word)) tokens.push({ word, start, end: start + run.length });
  }
  return tokens;
}

export const wordsOf = (text: string): string[] => tokensOf(text).map(({ word }) => word);

/** Number of characters, of which one may be two UTF-16 units. */
export const lengthOf = (word: string): number => Array.from(word).length;

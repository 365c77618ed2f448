import { apostrophes, plainLetters } from '../letters.ts';

const withAccents = /[^\x20-\x7e]/;
/** Apostrophes of all keyboards as that of ASCII, which parts words here: a name has its spellings without them beside it. */
const apostrophe = new RegExp(`[${apostrophes}]`, 'g');

/** Case, accents, punctuation and variants of a letter do not make another name. */
export function comparable(name: string): string {
  const lower = name.toLowerCase();
  const letters = withAccents.test(lower) ? plainLetters(lower.replace(apostrophe, ' ')).normalize('NFD').replace(/\p{M}/gu, '') : lower;
  return letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** The words of a name as they are compared. */
export const wordsOf = (name: string): string[] => {
  const letters = comparable(name);
  return letters === '' ? [] : letters.split(' ');
};

/** Small words of the languages that names are mostly written in: people leave them out, or put one in that is not there. */
const fillers: ReadonlySet<string> = new Set(
  'a al and d da das de del dei della den der des di die do dos du e el et het i il in l la las le les lo los of og och s the u und van y'.split(' '),
);

/** Whether a word says little of a name. */
export const isFiller = (word: string): boolean => fillers.has(word);

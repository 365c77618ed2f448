import { apostrophes, plainLetters } from '../letters.ts';

const withAccents = /[^\x20-\x7e]/;
/** Variants of the apostrophe, all treated as the ASCII one, which splits words. Spellings without apostrophes are indexed separately. */
const apostrophe = new RegExp(`[${apostrophes}]`, 'g');

/** Folds case, accents, punctuation and letter variants. */
export function comparable(name: string): string {
  const lower = name.toLowerCase();
  const letters = withAccents.test(lower) ? plainLetters(lower.replace(apostrophe, ' ')).normalize('NFD').replace(/\p{M}/gu, '') : lower;
  return letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** Words of a name, folded for comparison. */
export const wordsOf = (name: string): string[] => {
  const letters = comparable(name);
  return letters === '' ? [] : letters.split(' ');
};

/** Stop words of the most frequent languages of names: people omit or insert them. */
const fillers: ReadonlySet<string> = new Set(
  'a al and d da das de del dei della den der des di die do dos du e el et het i il in l la las le les lo los of og och s the u und van y'.split(' '),
);

/** True for a stop word. */
export const isFiller = (word: string): boolean => fillers.has(word);

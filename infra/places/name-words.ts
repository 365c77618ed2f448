/** Letters that Unicode does not take apart into a plain one and an accent. */
const plain: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' };
const withAccents = /[^\x20-\x7e]/;

/** Case, accents and punctuation do not make another name. */
export function comparable(name: string): string {
  const lower = name.toLowerCase();
  const letters = withAccents.test(lower)
    ? lower
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/[łøđðþßæœı]/g, (letter) => plain[letter] ?? letter)
    : lower;
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

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

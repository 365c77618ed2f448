/** Lower case, without accents and typographer's marks; punctuation stays, because it parts what is said. */
export const plainText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘`]/g, "'").replace(/[–—]/g, '-').toLowerCase().replace(/\s+/g, ' ').trim();

/** Words with "and" before the last. */
export function listOf(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Why something failed, to stand within a sentence. */
export const because = (problem: string | null | undefined): string => (problem ?? 'it did not work').replace(/[.\s]+$/, '');

export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

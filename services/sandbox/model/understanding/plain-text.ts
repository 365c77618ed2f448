import { comparable } from '@waystory/infra/places/name-words.ts';

/** Lower case, without accents and typographer's marks; punctuation stays, because it parts what is said. */
export const plainText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘`]/g, "'").replace(/[–—]/g, '-').toLowerCase().replace(/\s+/g, ' ').trim();

/** Whether a name is in a text, as whole words. Answers where, in the text as `comparable` has it; -1 when it is not. */
export function placeInText(comparableText: string, name: string): number {
  const words = comparable(name);
  if (words === '') return -1;
  return ` ${comparableText} `.indexOf(` ${words} `);
}

/** Words with "and" before the last. */
export function listOf(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

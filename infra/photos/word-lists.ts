/** Letters without marks and capitals. Letters that are of their own in some languages, such as ł and ı, stay. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Words of a text, without marks and capitals. */
export const wordsIn = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}]+/u)
    .filter(Boolean);

/** Words that mean the same thing; of some it is enough that a word ends so, as in German and Japanese. */
export interface WordList {
  whole: ReadonlySet<string>;
  endings: readonly string[];
}

/** A list of words between spaces; one with a hyphen before it is an ending. */
export function listOf(words: string): WordList {
  const all = plain(words).split(/\s+/).filter(Boolean);
  return { whole: new Set(all.filter((word) => !word.startsWith('-'))), endings: all.flatMap((word) => (word.startsWith('-') ? word.slice(1) : [])) };
}

export const hasWord = (text: string, { whole, endings }: WordList): boolean =>
  wordsIn(text).some((word) => whole.has(word) || endings.some((ending) => word.length > ending.length && word.endsWith(ending)));

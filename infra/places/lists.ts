/** Lists of numbers in one array: list `at` begins at `from[at]` and ends before `from[at + 1]`. */
export interface Lists {
  from: Uint32Array<ArrayBuffer>;
  items: Uint32Array<ArrayBuffer>;
}

/** Texts in one string, delimited as in `Lists`. */
export interface Texts {
  from: Uint32Array<ArrayBuffer>;
  text: string;
}

export function listsOf(lists: readonly (readonly number[])[]): Lists {
  const from = startsOf(lists);
  const items = new Uint32Array(from.at(-1) ?? 0);
  for (const [at, list] of lists.entries()) items.set(list, from[at]);
  return { from, items };
}

export const textsOf = (texts: readonly string[]): Texts => ({ from: startsOf(texts), text: texts.join('') });

function startsOf(parts: readonly { length: number }[]): Uint32Array<ArrayBuffer> {
  const from = new Uint32Array(parts.length + 1);
  for (const [at, { length }] of parts.entries()) from[at + 1] = (from[at] ?? 0) + length;
  return from;
}

/** A view, not a copy. */
export const listAt = ({ from, items }: Lists, at: number): Uint32Array => items.subarray(from[at], from[at + 1]);

export const textAt = ({ from, text }: Texts, at: number): string => text.slice(from[at], from[at + 1]);

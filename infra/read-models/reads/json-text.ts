import type { Page } from '@waystory/proto/kit/list.ts';
import { textOfItsOwn } from '../../caller-memory.ts';

declare const says: unique symbol;

/** A value as JSON text, on its way from a store to a caller without being parsed and written again. */
export type JsonText<T> = string & { readonly [says]: T };

/** Text of which it is known what it says. */
export const asJsonText = <T>(text: string): JsonText<T> => text as JsonText<T>; // only the type is new

/** A document as text; mostly the same object as long as it is stored unchanged. */
export interface JsonDoc<T> {
  readonly text: JsonText<T>;
}

/** What is made of a document once, and kept as long as the document is. */
export function madeOnce<T, M extends object>(make: (text: JsonText<T>) => M): (doc: JsonDoc<T>) => M {
  const made = new WeakMap<JsonDoc<T>, M>();
  return (doc) => {
    const before = made.get(doc);
    if (before !== undefined) return before;
    const now = make(doc.text);
    made.set(doc, now);
    return now;
  };
}

/** The body of an answer that is text already. */
export class JsonBody<T> {
  readonly text: JsonText<T>;
  constructor(text: JsonText<T>) {
    this.text = text;
  }
}

/** JSON of objects that was written before: what many answers name comes from memory, where it is the same object each time. */
const jsonByObject = new WeakMap<object, string>();

/** JSON of a value that does not change any more. */
export function jsonOf<T>(value: T): JsonText<T> {
  if (typeof value !== 'object' || value === null) return asJsonText(JSON.stringify(value));
  const before = jsonByObject.get(value);
  if (before !== undefined) return asJsonText(before);
  const text = JSON.stringify(value);
  jsonByObject.set(value, text);
  return asJsonText(text);
}

/** The same in one piece, for a text that is a part of many answers. */
export const flat = <T>(text: JsonText<T>): JsonText<T> => asJsonText(textOfItsOwn(text));

export const parseText = <T>(text: JsonText<T>): T => JSON.parse(text); // the type says what was written

export function listText<T>(items: readonly JsonText<T>[]): JsonText<T[]> {
  let all = '';
  for (const text of items) all += all === '' ? text : `,${text}`;
  return asJsonText(`[${all}]`);
}

export const objectText = <T extends object>(fields: { readonly [K in keyof T]: JsonText<T[K]> }): JsonText<T> => asJsonText(`{${pairs(fields)}}`);

/** A page of texts, as text. */
export const pageText = <T>({ items, ...rest }: Page<JsonText<T>>): JsonText<Page<T>> =>
  asJsonText(`{"items":${listText(items)},${JSON.stringify(rest).slice(1)}`);

/** An object with more fields behind its own. */
export const withFields = <T extends object, A extends object>(
  object: JsonText<T>,
  fields: { readonly [K in keyof A]: JsonText<A[K]> },
): JsonText<T & A> => asJsonText(`${object.slice(0, -1)},${pairs(fields)}}`);

function pairs(fields: Readonly<Record<string, string>>): string {
  let all = '';
  for (const name in fields) all += `${all === '' ? '' : ','}"${name}":${fields[name]}`;
  return all;
}

/**
 * Some fields of an object, as they are written there. They are found in one go when they are named in the order that they have.
 * @throws Error when one is missing.
 */
export const fieldsOf = <T extends object, const N extends readonly (keyof T & string)[]>(
  object: JsonText<T>,
  names: N,
): { -readonly [I in keyof N]: JsonText<T[N[I]]> } => fieldTexts(object, names) as { -readonly [I in keyof N]: JsonText<T[N[I]]> }; // a text for each name

const [quote, backslash, comma, space, opened, closed, list, listEnd] = Array.from('"\\, {}[]', (sign) => sign.charCodeAt(0));

/** The texts of fields of an object, in the order of the names. */
function fieldTexts(text: string, names: readonly string[]): string[] {
  const texts: string[] = [];
  let [at, rounds] = [1, 0];
  for (let wanted = names[0]; wanted !== undefined; wanted = names[texts.length]) {
    while (text.charCodeAt(at) === comma || text.charCodeAt(at) === space) at += 1;
    if (text.charCodeAt(at) !== quote) {
      // From the beginning again, once for each name at most.
      if (rounds++ === names.length) throw new Error(`A document has no field ${wanted}`);
      at = 1;
      continue;
    }
    const keyEnd = stringEnd(text, at);
    let start = keyEnd + 1;
    // Documents that Postgres itself wrote, in an older release, have a space there.
    while (text.charCodeAt(start) === space) start += 1;
    const end = valueEnd(text, start);
    if (keyEnd - at - 2 === wanted.length && text.startsWith(wanted, at + 1)) texts.push(text.slice(start, end));
    at = end;
  }
  return texts;
}

function valueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) return stringEnd(text, start);
  if (first === opened || first === list) return structureEnd(text, start);
  for (let end = start; end < text.length; end++) {
    const sign = text.charCodeAt(end);
    if (sign === comma || sign === closed) return end;
  }
  return text.length;
}

/** A quote behind an odd number of backslashes is part of the string. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((at - before) % 2 === 1) return at + 1;
  }
  throw new Error('A document ends within a string');
}

function structureEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === quote) at = stringEnd(text, at) - 1;
    else if (sign === opened || sign === list) depth += 1;
    else if ((sign === closed || sign === listEnd) && --depth === 0) return at + 1;
  }
  throw new Error('A document ends within an object');
}

/** JSON of an object that was written before, such as a document that many answers name; what comes from memory is the same object each time. */
const written = new WeakMap<object, string>();

/**
 * A value as JSON text, on its way from a store to a caller without being parsed and written again.
 * Fields are found by their name in quotes and a colon, which inside of a string would have a backslash before the quotes.
 */
export class JsonText<T> {
  readonly text: string;
  /** Only for types: what the text says. */
  declare readonly value: T;

  constructor(text: string) {
    this.text = text;
  }

  /** A value that does not change any more. */
  static of<T>(value: T): JsonText<T> {
    if (typeof value !== 'object' || value === null) return new JsonText(JSON.stringify(value));
    const before = written.get(value);
    if (before !== undefined) return new JsonText(before);
    const text = JSON.stringify(value);
    written.set(value, text);
    return new JsonText(text);
  }

  static object<T extends object>(fields: { readonly [K in keyof T]: JsonText<T[K]> }): JsonText<T> {
    return new JsonText(`{${fieldsText(fields)}}`);
  }

  static list<T>(items: readonly JsonText<T>[]): JsonText<T[]> {
    return new JsonText(`[${items.map(({ text }) => text).join(',')}]`);
  }

  /**
   * A field of an object, as it is written there. The first one of this name is meant, so that no object before it may have one of the same name inside.
   * @throws Error when there is none.
   */
  field<K extends keyof T & string>(name: K): JsonText<T[K]> {
    const start = valueStart(this.text, name);
    return new JsonText(this.text.slice(start, valueEnd(this.text, start)));
  }

  parse(): T {
    return JSON.parse(this.text); // the type says what was written
  }

  /** The same object with more fields behind its own. */
  with<A extends object>(fields: { readonly [K in keyof A]: JsonText<A[K]> }): JsonText<T & A> {
    return new JsonText(`${this.text.slice(0, -1)},${fieldsText(fields)}}`);
  }
}

function fieldsText(fields: Readonly<Record<string, JsonText<unknown>>>): string {
  let all = '';
  for (const name in fields) all += `${all === '' ? '' : ','}"${name}":${fields[name]?.text}`;
  return all;
}

function valueStart(text: string, name: string): number {
  const key = `"${name}":`;
  const found = text.indexOf(key);
  if (found < 0) throw new Error(`A document has no field ${name}`);
  let start = found + key.length;
  // Documents that Postgres itself wrote, in an older release, have a space there.
  while (text[start] === ' ') start += 1;
  return start;
}

function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return stringEnd(text, start);
  if (first === '{' || first === '[') return structureEnd(text, start);
  let end = start;
  while (end < text.length && text[end] !== ',' && text[end] !== '}') end += 1;
  return end;
}

function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
  throw new Error('A document ends within a string');
}

function structureEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') at = stringEnd(text, at) - 1;
    else if (sign === '{' || sign === '[') depth += 1;
    else if ((sign === '}' || sign === ']') && --depth === 0) return at + 1;
  }
  throw new Error('A document ends within an object');
}

import type { Page } from '@waystory/proto/kit/list.ts';
import { flattenString } from '../../cache-registry.ts';

declare const says: unique symbol;

/** A value as JSON text. */
export type JsonText<T> = string & { readonly [says]: T };

/** The body of an answer that is text already. */
export class JsonBody<T> {
  readonly text: JsonText<T>;
  constructor(text: JsonText<T>) {
    this.text = text;
  }
}

const textOf = <T>(text: string): JsonText<T> => text as JsonText<T>; // only the type is new

const texts = new WeakMap<object, string>();

/** JSON of an object that never changes. The text is made once and lives as long as the object. */
export function jsonOf<T extends object>(value: T): JsonText<T> {
  const known = texts.get(value);
  if (known !== undefined) return textOf(known);
  const text = flattenString(JSON.stringify(value));
  texts.set(value, text);
  return textOf(text);
}

/** JSON of a list whose items never change. */
export function listText<T extends object>(items: readonly T[]): JsonText<T[]> {
  let all = '';
  for (const item of items) all += all === '' ? jsonOf(item) : `,${jsonOf(item)}`;
  return textOf(`[${all}]`);
}

/** JSON of a page whose items never change. */
export const pageText = <T extends object>({ items, ...rest }: Page<T>): JsonText<Page<T>> =>
  textOf(`{"items":${listText(items)},${JSON.stringify(rest).slice(1)}`);

/** JSON of an object with lists behind its own fields. */
export function withLists<T extends object, L extends Record<string, object[] | undefined>>(
  object: T,
  lists: { readonly [K in keyof L]: Exclude<L[K], undefined> },
): JsonText<T & L> {
  let all = jsonOf(object).slice(0, -1);
  for (const name in lists) all += `,"${name}":${listText(lists[name] ?? [])}`;
  return textOf(`${all}}`);
}

/** Memoizes a view per document: the same object as long as the document and all related objects are the same ones. `make` is pure. */
export function memoizePerDocument<D extends object, R extends readonly unknown[], V>(
  make: (doc: D, ...related: R) => V,
): (doc: D, ...related: R) => V {
  const made = new WeakMap<D, { related: R; view: V }>();
  return (doc, ...related) => {
    const last = made.get(doc);
    if (last?.related.length === related.length && last.related.every((one, index) => one === related[index])) return last.view;
    const view = make(doc, ...related);
    made.set(doc, { related, view });
    return view;
  };
}

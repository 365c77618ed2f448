import type { Page } from '@waystory/proto/kit/list.ts';
import { flattenString } from '../../cache-registry.ts';

declare const says: unique symbol;

/** A value as JSON text. */
export type JsonText<T> = string & { readonly [says]: T };

/** An answer's body that is serialized already. */
export class JsonBody<T> {
  readonly text: JsonText<T>;
  constructor(text: JsonText<T>) {
    this.text = text;
  }
}

const textOf = <T>(text: string): JsonText<T> => text as JsonText<T>; // as: only the type changes

const texts = new WeakMap<object, string>();

/** JSON of an immutable object, serialized once and cached for the object's lifetime. */
export function jsonOf<T extends object>(value: T): JsonText<T> {
  const known = texts.get(value);
  if (known !== undefined) return textOf(known);
  const text = flattenString(JSON.stringify(value));
  texts.set(value, text);
  return textOf(text);
}

/** JSON of a list of immutable items. */
export function listText<T extends object>(items: readonly T[]): JsonText<T[]> {
  let all = '';
  for (const item of items) all += all === '' ? jsonOf(item) : `,${jsonOf(item)}`;
  return textOf(`[${all}]`);
}

/** JSON of a page of immutable items. */
export const pageText = <T extends object>({ items, ...rest }: Page<T>): JsonText<Page<T>> =>
  textOf(`{"items":${listText(items)},${JSON.stringify(rest).slice(1)}`);

/** JSON of an object with lists appended to its own fields. */
export function withLists<T extends object, L extends Record<string, object[] | undefined>>(
  object: T,
  lists: { readonly [K in keyof L]: Exclude<L[K], undefined> },
): JsonText<T & L> {
  let all = jsonOf(object).slice(0, -1);
  for (const name in lists) all += `,"${name}":${listText(lists[name] ?? [])}`;
  return textOf(`${all}}`);
}

/** Memoizes a view per document: the same object while the document and all related objects are identical. `make` must be pure. */
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

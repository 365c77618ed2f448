import type { FieldKind } from '@waystory/proto/kit/filter.ts';
import type { CollectionSpec, Doc } from '../port.ts';
import { cutText, keyLength, pathOf } from './expressions.ts';

/** What a column holds. Texts, ids and times are compared alike; texts are cut to what an index takes, in a set as well. */
export type ColumnKind = 'text' | 'number' | 'flag' | 'set';

/** Columns of the table of a collection by the field that they hold; fields without one are looked up in the document. */
export type Layout = ReadonlyMap<string, ColumnKind>;

export const sqlTypes: Readonly<Record<ColumnKind, string>> = { text: 'text', number: 'float8', flag: 'boolean', set: 'text[]' };
const columnKinds: Readonly<Record<FieldKind, ColumnKind>> = { text: 'text', id: 'text', time: 'text', number: 'number', flag: 'flag', set: 'set' };

const prefix = 'f_';
/** Postgres cuts longer names. */
const longestName = 63;

/** Name of the column of a field, quoted. The prefix keeps fields apart from the columns that every table has. */
export const columnName = (field: string): string => `"${prefix}${pathOf(field).join('.')}"`;
/** The field that a column holds, null for a column that every table has. */
export const fieldOf = (name: string): string | null => (name.startsWith(prefix) ? name.slice(prefix.length) : null);

/** The columns that a collection should have: for each field that it declares or has an index on. */
export function layoutOf({ fields, indexes }: Pick<CollectionSpec, 'fields' | 'indexes'>): Layout {
  const layout = new Map<string, ColumnKind>();
  // A field that only an index names is an id more often than not.
  const unnamed = { ordered: 'text', set: 'set', point: 'number' } as const;
  for (const { kind, on } of indexes) for (const key of on) layout.set(key.replace(/^-/, ''), unnamed[kind]);
  for (const [field, kind] of Object.entries(fields)) layout.set(field, columnKinds[kind]);
  layout.delete('id');
  for (const field of layout.keys()) if (columnName(field).length > longestName + 2) layout.delete(field);
  return layout;
}

/** Whether a column of this kind can be compared with a value; one that it cannot hold is kept in `odd`. */
export function fits(kind: ColumnKind, value: unknown): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'flag':
      return typeof value === 'boolean';
    case 'set':
      return Array.isArray(value);
    default:
      throw new Error(`unknown kind of column ${JSON.stringify(kind satisfies never)}`);
  }
}

/** What goes into the columns of one row, in the order of the layout, and the declared fields whose value is of another kind, as JSON. */
export interface RowValues {
  values: unknown[];
  odd: string | null;
}

export function rowValues(layout: Layout, doc: Doc | null): RowValues {
  const odd: [string, unknown][] = [];
  const values = Array.from(layout, ([field, kind]) => {
    const value = doc === null ? null : fieldIn(doc, field);
    // JSON has no other numbers than finite ones and makes null of them.
    if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return null;
    if (fits(kind, value)) return columnValue(value);
    // A field in an object is asked for as a point only, which this is not.
    if (!field.includes('.')) odd.push([field, value]);
    return null;
  });
  return { values, odd: odd.length === 0 ? null : JSON.stringify(Object.fromEntries(odd)) };
}

function fieldIn(doc: Doc, field: string): unknown {
  if (!field.includes('.')) return ownField(doc, field);
  return field.split('.').reduce<unknown>(ownField, doc);
}
const ownField = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name) ? ((holder as Doc)[name] ?? null) : null; // any object is one

function columnValue(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value);
  return Array.isArray(value) ? setLiteral(value) : value;
}

/** An array as Postgres writes it: one within an array of rows would be taken for a second dimension. Only texts are ever looked for. */
const setLiteral = (items: readonly unknown[]): string =>
  `{${items.flatMap((item) => (typeof item === 'string' ? [`"${cutText(item).replace(/["\\]/g, '\\$&')}"`] : [])).join()}}`;

/** SQL of a whole text whose beginning is in `column`: the document is opened for the long ones only. */
export const wholeText = (column: string, inDocument: string): string =>
  `case when char_length(${column}) >= ${keyLength} then ${inDocument} else ${column} end`;

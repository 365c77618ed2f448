import type { FieldKind } from '@waystory/proto/kit/filter.ts';
import type { CollectionSpec } from '../port.ts';
import { cutText, keyField, keyLength, keyOf, pathOf, textField } from './expressions.ts';

/** Kind of a column. Texts, ids and times are compared alike; texts are cut to the length of an index entry, in a set as well. */
export type ColumnKind = 'text' | 'number' | 'flag' | 'set';

/** Columns of the table of a collection by field. Other fields are looked up in the document. */
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

/** The columns that a collection should have: one for each field that it declares or has an index on. */
export function layoutOf({ fields, indexes }: Pick<CollectionSpec, 'fields' | 'indexes'>): Layout {
  const layout = new Map<string, ColumnKind>();
  // Fields that only an index names are mostly ids.
  const unnamed = { ordered: 'text', set: 'set', point: 'number' } as const;
  for (const { kind, on } of indexes) for (const key of on) layout.set(key.replace(/^-/, ''), unnamed[kind]);
  for (const [field, kind] of Object.entries(fields)) layout.set(field, columnKinds[kind]);
  layout.delete('id');
  for (const field of layout.keys()) if (columnName(field).length > longestName + 2) layout.delete(field);
  return layout;
}

/** Whether a column of this kind can be compared with a value; values of other kinds are kept in `odd`. */
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

/** A field that has a column. */
export interface Column {
  kind: ColumnKind;
  /** The column; of a text, its beginning. */
  sql: string;
  /** A text to its last character. */
  whole: string;
  /** Document of the fields whose value is of another kind, null when there can be none. */
  odd: string | null;
}

/** SQL of the fields of a row. */
export interface Row {
  /** The whole document, as jsonb. */
  document: string;
  /** The column of a field, if it has one. */
  column(field: string): Column | undefined;
}

const idColumn = (sql: string): Column => ({ kind: 'text', sql, whole: sql, odd: null });

/** Rows by layout and alias: statements need the same few again and again. */
const rowsOf = new WeakMap<Layout, Map<string, Row>>();

/** A row of the table of a collection; `alias` is needed where another table has the same columns. */
export function collectionRow(layout: Layout, alias?: string): Row {
  const of = alias === undefined ? '' : `${alias}.`;
  const known = rowsOf.get(layout) ?? new Map<string, Row>();
  rowsOf.set(layout, known);
  const before = known.get(of);
  if (before) return before;
  const document = `${of}body::jsonb`;
  const columns = new Map([...layout].map(([field, kind]) => [field, columnOf(field, kind, of, document)]));
  columns.set('id', idColumn(`${of}id`));
  const row: Row = { document, column: (field) => columns.get(field) };
  known.set(of, row);
  return row;
}

function columnOf(field: string, kind: ColumnKind, of: string, document: string): Column {
  const sql = `${of}${columnName(field)}`;
  return { kind, sql, whole: kind === 'text' ? wholeText(sql, textField(field, document)) : sql, odd: `${of}odd` };
}

/** SQL of a whole text whose beginning is in `column`: the document is opened for long texts only. */
const wholeText = (column: string, inDocument: string): string =>
  `case when char_length(${column}) >= ${keyLength} then ${inDocument} else ${column} end`;

/** A row whose fields, but for its id, are in a column of type jsonb. */
export const documentRow = (document: string): Row => ({ document, column: (field) => (field === 'id' ? idColumn('id') : undefined) });

/** A field as text. */
export function textOf(field: string, row: Row): string {
  const column = row.column(field);
  return column?.kind === 'text' ? column.whole : textField(field, row.document);
}

/** A sort key. */
export interface Key {
  sql: string;
  type: string;
  /** A value of the field as it is compared; null is below everything. */
  of(value: unknown): unknown;
  /** Whether null is SQL null, which is in no range of an index. */
  nullable: boolean;
}

/** The sort key of a field: its column, or an expression over the document. */
export function sortKey(field: string, row: Row): Key {
  const column = row.column(field);
  if (!column || column.kind === 'set') {
    return { sql: keyField(field, row.document), type: 'jsonb', of: (value) => JSON.stringify(keyOf(value)), nullable: false };
  }
  const { sql, kind, whole } = column;
  const own = { text: 'string', number: 'number', flag: 'boolean' }[kind];
  const key = (value: unknown): unknown => (typeof value === 'string' && sql !== whole ? cutText(value) : value);
  return { sql, type: sqlTypes[kind], of: (value) => (typeof value === own ? key(value) : null), nullable: field !== 'id' };
}

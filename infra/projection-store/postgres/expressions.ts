import type { FieldKind } from '@waystory/proto/kit/filter.ts';
import type { CollectionSpec } from '../port.ts';

/** Longest indexed and sorted prefix of a text, characters, because Postgres refuses longer index entries. */
export const maxIndexedLength = 200;

const fieldName = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;
const collectionName = /^[A-Za-z][A-Za-z0-9_-]{0,45}@[0-9]{1,12}$/;

/**
 * Quoted table name of a collection. It is checked, because it becomes part of the SQL.
 * @throws Error for an invalid physical name.
 */
export function tableName(collection: string): string {
  if (!collectionName.test(collection)) throw new Error(`${JSON.stringify(collection)} is not the physical name of a collection`);
  return `projections."${collection}"`;
}

/** @throws Error for an invalid field name. */
function fieldLiteral(field: string): string {
  if (!fieldName.test(field)) throw new Error(`${JSON.stringify(field)} is not the name of a field`);
  return `'${field}'`;
}

/**
 * Path from a document to a field: `coordinates.latitude` is `latitude` in `coordinates`.
 * @throws Error for an invalid field name.
 */
export function pathOf(field: string): string[] {
  const path = field.split('.');
  for (const step of path) fieldLiteral(step);
  return path;
}

/** SQL of the object that contains a field, and of the field's own name. */
function holderOf(field: string, document: string): [holder: string, name: string] {
  const path = pathOf(field).map(fieldLiteral);
  return [[document, ...path.slice(0, -1)].join(' -> '), path.at(-1) ?? ''];
}

// The following functions make SQL over `document`, an expression of type jsonb.

/** SQL of a field as jsonb, SQL null when missing; a dot leads into an object. */
export const jsonField = (field: string, document: string): string => `(${holderOf(field, document).join(' -> ')})`;
/** SQL of a field as text. */
export const textField = (field: string, document: string): string => `(${holderOf(field, document).join(' ->> ')})`;
/** SQL of the sort key of a field without a column: never SQL null, long texts truncated. */
export const keyField = (field: string, document: string): string => `projections.sort_key(${document}, ${fieldLiteral(field)})`;
/** SQL of a field as a number, SQL null for a value of another type. */
export const numberField = (field: string, document: string): string =>
  `case when jsonb_typeof${jsonField(field, document)} = 'number' then ${textField(field, document)}::float8 end`;

/** SQL functions behind `keyField`. Postgres inlines `sort_key`, which it would not with `to_jsonb` inside. */
export const sortKeyFunctions = `
  create function projections.cut(value text) returns jsonb language sql immutable strict parallel safe
    return to_jsonb(left(value, ${maxIndexedLength}));
  create function projections.sort_key(doc jsonb, field text) returns jsonb language sql immutable parallel safe return
    case when length(doc ->> field) > ${maxIndexedLength} and jsonb_typeof(doc -> field) = 'string'
      then projections.cut(doc ->> field)
      else coalesce(doc -> field, 'null'::jsonb)
    end;`;

/** Indexed prefix of a text. */
export function cutText(text: string): string {
  // A text of n UTF-16 units has at most n characters.
  return text.length <= maxIndexedLength ? text : Array.from(text).slice(0, maxIndexedLength).join('');
}

/** Sort key of a value, equal to the SQL function `sort_key`. */
export const sortKeyValueOf = (value: unknown): unknown => (typeof value === 'string' ? cutText(value) : (value ?? null));

/** True when stored texts with the same index entry may differ from this text. */
export const isCut = (value: unknown): boolean => typeof value === 'string' && value.length >= maxIndexedLength;

/** Bound values of a statement in the making. Values from outside enter SQL in no other way. */
export interface Parameters {
  values: unknown[];
  /** Adds a value. @returns Its placeholder with a cast. */
  add(value: unknown, type: string): string;
}

export function parameters(): Parameters {
  const values: unknown[] = [];
  return { values, add: (value, type) => `$${values.push(value)}::${type}` };
}

/** NUL and lone surrogates, which JSON can contain but Postgres cannot store. */
export const unstorableCharacters = /[\0\ud800-\udfff]/u;
/** True when a document can contain this value. */
export const isStorable = (value: unknown): boolean =>
  typeof value === 'string' ? !unstorableCharacters.test(value) : typeof value !== 'number' || Number.isFinite(value);

/** Kind of a column. Texts, ids and times are compared alike; texts are cut to the length of an index entry, in a set as well. */
export type ColumnKind = 'text' | 'number' | 'flag' | 'set';

/** Columns of a collection's table, by field. Other fields are read from the document. */
export type Layout = ReadonlyMap<string, ColumnKind>;

export const sqlTypes: Readonly<Record<ColumnKind, string>> = { text: 'text', number: 'float8', flag: 'boolean', set: 'text[]' };
const columnKinds: Readonly<Record<FieldKind, ColumnKind>> = { text: 'text', id: 'text', time: 'text', number: 'number', flag: 'flag', set: 'set' };

const prefix = 'f_';
/** Longest column name; Postgres truncates longer names. */
const longestName = 63;

/** Quoted column name of a field. The prefix distinguishes fields from the columns of every table. */
export const columnName = (field: string): string => `"${prefix}${pathOf(field).join('.')}"`;
/** Field of a column; null for a column of every table. */
export const fieldOfColumn = (name: string): string | null => (name.startsWith(prefix) ? name.slice(prefix.length) : null);

/** Columns that a collection needs: one for each declared or indexed field. */
export function layoutOf({ fields, indexes }: Pick<CollectionSpec, 'fields' | 'indexes'>): Layout {
  const layout = new Map<string, ColumnKind>();
  // Types for indexed fields without a declaration; these fields are mostly ids.
  const unnamed = { ordered: 'text', set: 'set', point: 'number' } as const;
  for (const { kind, on } of indexes) for (const key of on) layout.set(key.replace(/^-/, ''), unnamed[kind]);
  for (const [field, kind] of Object.entries(fields)) layout.set(field, columnKinds[kind]);
  layout.delete('id');
  for (const field of layout.keys()) if (columnName(field).length > longestName + 2) layout.delete(field);
  return layout;
}

/** True when a column of this type can hold the value; other values are stored in `odd`. */
export function fitsColumn(kind: ColumnKind, value: unknown): boolean {
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
  /** SQL of the column, which holds only the first 200 characters of a text. */
  sql: string;
  /** SQL of the complete value. */
  whole: string;
  /** SQL of the column `odd`, a jsonb object of fields with values of another type; null when the field has none. */
  odd: string | null;
}

/** SQL of the fields of a row. */
export interface Row {
  /** SQL of the whole document, of type jsonb. */
  document: string;
  /** Column of a field; undefined for a field without a column. */
  column(field: string): Column | undefined;
}

const idColumn = (sql: string): Column => ({ kind: 'text', sql, whole: sql, odd: null });

/** Cached rows by layout and alias, because statements need the same few rows repeatedly. */
const rowsOf = new WeakMap<Layout, Map<string, Row>>();

/** Row of a collection's table. @param alias Table alias, needed when a joined table has the same columns. */
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

/** SQL of a complete text whose first characters are in `column`. Only long texts are read from the document. */
const wholeText = (column: string, inDocument: string): string =>
  `case when char_length(${column}) >= ${maxIndexedLength} then ${inDocument} else ${column} end`;

/** Row of a table that stores all fields except the id in one jsonb column. */
export const documentRow = (document: string): Row => ({ document, column: (field) => (field === 'id' ? idColumn('id') : undefined) });

/** SQL of a field as text: its column, or an expression over the document. */
export function textExpressionOf(field: string, row: Row): string {
  const column = row.column(field);
  return column?.kind === 'text' ? column.whole : textField(field, row.document);
}

/** SQL expression of a sort key, with its type. */
export interface SortExpression {
  sql: string;
  type: string;
  /** Converts a value of the field to its sort key; null sorts below all values. */
  of(value: unknown): unknown;
  /** True when the key may be SQL null, which no index range contains. */
  nullable: boolean;
}

/** The sort key of a field: its column, or an expression over the document. */
export function sortKey(field: string, row: Row): SortExpression {
  const column = row.column(field);
  if (!column || column.kind === 'set') {
    return { sql: keyField(field, row.document), type: 'jsonb', of: (value) => JSON.stringify(sortKeyValueOf(value)), nullable: false };
  }
  const { sql, kind, whole } = column;
  const own = { text: 'string', number: 'number', flag: 'boolean' }[kind];
  const key = (value: unknown): unknown => (typeof value === 'string' && sql !== whole ? cutText(value) : value);
  return { sql, type: sqlTypes[kind], of: (value) => (typeof value === own ? key(value) : null), nullable: field !== 'id' };
}

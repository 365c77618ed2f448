import type { FieldKind } from '@waystory/proto/kit/filter.ts';
import type { CollectionSpec } from '../port.ts';

/** Texts are indexed and sorted by this many characters: Postgres refuses longer index entries. */
export const keyLength = 200;

const fieldName = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;
const collectionName = /^[A-Za-z][A-Za-z0-9_-]{0,45}@[0-9]{1,12}$/;

/**
 * Name of the table of a collection, quoted. Names become part of the SQL, so each is checked here.
 * @throws Error when it is not the physical name of a collection.
 */
export function tableName(collection: string): string {
  if (!collectionName.test(collection)) throw new Error(`${JSON.stringify(collection)} is not the physical name of a collection`);
  return `projections."${collection}"`;
}

/** @throws Error when it cannot be the name of a field. */
function fieldLiteral(field: string): string {
  if (!fieldName.test(field)) throw new Error(`${JSON.stringify(field)} is not the name of a field`);
  return `'${field}'`;
}

/**
 * The steps from a document to a field: `coordinates.latitude` is `latitude` in `coordinates`.
 * @throws Error when a step cannot be the name of a field.
 */
export function pathOf(field: string): string[] {
  const path = field.split('.');
  for (const step of path) fieldLiteral(step);
  return path;
}

/** The object that holds a field, and the field's own name. */
function holderOf(field: string, document: string): [holder: string, name: string] {
  const path = pathOf(field).map(fieldLiteral);
  return [[document, ...path.slice(0, -1)].join(' -> '), path.at(-1) ?? ''];
}

// The following functions make SQL over `document`, an expression of type jsonb.

/** A field as jsonb, SQL null when it is missing; a dot leads into an object. */
export const jsonField = (field: string, document: string): string => `(${holderOf(field, document).join(' -> ')})`;
/** A field as text. */
export const textField = (field: string, document: string): string => `(${holderOf(field, document).join(' ->> ')})`;
/** The sort key of a field without a column: never SQL null, long texts cut. */
export const keyField = (field: string, document: string): string => `projections.sort_key(${document}, ${fieldLiteral(field)})`;
/** A field as a number, SQL null when it is none. */
export const numberField = (field: string, document: string): string =>
  `case when jsonb_typeof${jsonField(field, document)} = 'number' then ${textField(field, document)}::float8 end`;

/** SQL functions behind `keyField`. Postgres inlines the second one, but not with `to_jsonb` inside. */
export const sortKeyFunctions = `
  create function projections.cut(value text) returns jsonb language sql immutable strict parallel safe
    return to_jsonb(left(value, ${keyLength}));
  create function projections.sort_key(doc jsonb, field text) returns jsonb language sql immutable parallel safe return
    case when length(doc ->> field) > ${keyLength} and jsonb_typeof(doc -> field) = 'string'
      then projections.cut(doc ->> field)
      else coalesce(doc -> field, 'null'::jsonb)
    end;`;

/** A text as it is indexed: its first characters. */
export function cutText(text: string): string {
  // A text of n UTF-16 units has at most n characters.
  return text.length <= keyLength ? text : Array.from(text).slice(0, keyLength).join('');
}

/** The `sort_key` of a value. */
export const keyOf = (value: unknown): unknown => (typeof value === 'string' ? cutText(value) : (value ?? null));

/** Whether a text may differ from stored texts with the same index entry. */
export const isCut = (value: unknown): boolean => typeof value === 'string' && value.length >= keyLength;

/** Bound values of a statement in the making. Values from outside enter SQL in no other way. */
export interface Parameters {
  values: unknown[];
  /** Adds a value and answers its placeholder with the cast. */
  add(value: unknown, type: string): string;
}

export function parameters(): Parameters {
  const values: unknown[] = [];
  return { values, add: (value, type) => `$${values.push(value)}::${type}` };
}

/** NUL and lone surrogates: JSON carries them, Postgres stores neither. */
export const unstorable = /[\0\ud800-\udfff]/u;
/** Whether a document could hold this value at all. */
export const storable = (value: unknown): boolean =>
  typeof value === 'string' ? !unstorable.test(value) : typeof value !== 'number' || Number.isFinite(value);

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

import { type ColumnKind, columnName, type Layout, sqlTypes, wholeText } from './columns.ts';
import { cutText, keyField, keyOf, textField } from './expressions.ts';

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

/** Where the SQL of conditions finds the fields of a row. */
export interface Row {
  /** The whole document, as jsonb. */
  document: string;
  /** The column of a field, if it has one. */
  column(field: string): Column | undefined;
}

const idColumn = (sql: string): Column => ({ kind: 'text', sql, whole: sql, odd: null });

/** Every statement asks for the same few rows, and a layout does not change. */
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

/** A row whose fields, but for its id, are in a column of type jsonb. */
export const documentRow = (document: string): Row => ({ document, column: (field) => (field === 'id' ? idColumn('id') : undefined) });

/** A field as text. */
export function textOf(field: string, row: Row): string {
  const column = row.column(field);
  return column?.kind === 'text' ? column.whole : textField(field, row.document);
}

/** What documents are sorted by. */
export interface Key {
  sql: string;
  type: string;
  /** A value of the field as it is compared; null is below everything. */
  of(value: unknown): unknown;
  /** Whether null is SQL null, which is in no range of an index. */
  nullable: boolean;
}

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

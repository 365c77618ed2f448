import type { Applied, Doc, StoredDoc } from '../port.ts';
import { columnName, fits, type Layout, sqlTypes } from './columns.ts';
import { cutText } from './expressions.ts';

/** The columns that every table has. */
export interface StoredRow extends Record<string, unknown> {
  id: string;
  body: string | null;
  at: string;
  rev: number;
}

export const storedColumns = 'id, body, at, rev::float8 as rev';

export const storedDoc = ({ id, body, at, rev }: StoredRow): StoredDoc => ({
  id,
  doc: body === null ? null : parsed<Doc>(body),
  _at: parsed<Applied>(at),
  _rev: rev,
});

const parsed = <T>(json: string): T => JSON.parse(json);

/** Rows as arrays of parameters, one per column, in the order of `names`. */
export interface RowsShape {
  /** Names of the columns of the table. */
  names: string[];
  /** SQL of the value of each column, over a row of `unnested`. */
  values: string[];
  /** Rows of the arrays, of which the first is the parameter `from`; `last` names one more array, of texts. */
  unnested(from: number, last?: string): string;
}

/** All columns but the revision, which the statement decides. A set travels as text. */
export function rowsShape(layout: Layout): RowsShape {
  const kinds = [...layout.values()];
  const own = kinds.map((_, index) => `c${index}`);
  const types = ['text', 'text', 'text', 'bigint', 'text', ...kinds.map((kind) => (kind === 'set' ? 'text' : sqlTypes[kind]))];
  return {
    names: ['id', 'body', 'at', 'odd', ...Array.from(layout.keys(), columnName)],
    values: ['w.id', 'w.body', 'w.at', 'w.odd::jsonb', ...own.map((name, index) => `w.${name}${kinds[index] === 'set' ? '::text[]' : ''}`)],
    unnested: (from, last) => {
      const arrays = last ? [...types, 'text'] : types;
      const columns = ['id', 'body', 'at', 'rev', 'odd', ...own, ...(last ? [last] : [])];
      return `unnest(${arrays.map((type, index) => `$${from + index}::${type}[]`).join()}) as w(${columns.join(', ')})`;
    },
  };
}

/** NUL and lone surrogates as JSON writes them, behind an even number of backslashes. */
const unstorableEscape = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/**
 * The arrays for `unnested`.
 * @throws Error when a document has a character that Postgres does not store.
 */
export function rowArrays(layout: Layout, docs: readonly StoredDoc[]): unknown[][] {
  const rows = docs.map(({ doc }) => rowValues(layout, doc));
  return [
    docs.map(({ id }) => id),
    docs.map(({ id, doc }) => bodyOf(id, doc)),
    docs.map(({ _at }) => JSON.stringify(_at)),
    docs.map(({ _rev }) => _rev),
    rows.map(({ odd }) => odd),
    ...Array.from(layout.keys(), (_, index) => rows.map(({ values }) => values[index])),
  ];
}

/** JSON text of a document, null for a removed one. */
function bodyOf(id: string, doc: Doc | null): string | null {
  if (doc === null) return null;
  const body = JSON.stringify(doc);
  // Postgres would store it as text, and fail at the first question that looks into it.
  if (body.includes('\\u') && unstorableEscape.test(body)) throw new Error(`The document ${id} has a character that Postgres does not store`);
  return body;
}

/** Values of the columns of one row, in the order of the layout, and as JSON the declared fields whose value is of another kind. */
interface RowValues {
  values: unknown[];
  odd: string | null;
}

function rowValues(layout: Layout, doc: Doc | null): RowValues {
  const odd: [string, unknown][] = [];
  const values = Array.from(layout, ([field, kind]) => {
    const value = doc === null ? null : fieldIn(doc, field);
    // JSON has no other numbers than finite ones and makes null of them.
    if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return null;
    if (fits(kind, value)) return columnValue(value);
    // Fields in an object are asked for as points only.
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

/** An array as Postgres writes it: an array of arrays would be one array of two dimensions. Only texts are ever looked for. */
const setLiteral = (items: readonly unknown[]): string =>
  `{${items.flatMap((item) => (typeof item === 'string' ? [`"${cutText(item).replace(/["\\]/g, '\\$&')}"`] : [])).join()}}`;

import type { Applied, Doc, StoredDoc } from '../port.ts';
import { columnName, type Layout, rowValues, sqlTypes } from './columns.ts';

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

/** What this store wrote itself. */
const parsed = <T>(json: string): T => JSON.parse(json);

/** How rows travel: as arrays, one for each column, in the order of `names`. */
export interface RowsShape {
  /** Names of the columns of the table. */
  names: string[];
  /** What each of them is set to from a row of `unnested`. */
  values: string[];
  /** Rows of the arrays whose first one is the parameter `from`; a last one of texts, if it has a name. */
  unnested(from: number, last?: string): string;
}

/** All columns but the revision, which the statement decides. A set travels as text, since an array of arrays is one array to Postgres. */
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
  // As text it would be stored, and the first question that looks into it would fail.
  if (body.includes('\\u') && unstorableEscape.test(body)) throw new Error(`The document ${id} has a character that Postgres does not store`);
  return body;
}

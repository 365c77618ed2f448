/** The values of a statement in the making; nothing that comes from outside enters SQL in another way. */
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

/** Operators of SQL. */
export const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
export type Comparison = keyof typeof operators;

/** A text that contains a value or starts with it, whatever the case. This collation folds it the same way in every database. */
export function like(op: 'contains' | 'startsWith', text: string, value: string, into: Parameters): string {
  const escaped = value.replace(/[\\%_]/g, '\\$&');
  const folded = (one: string): string => `lower(${one} collate pg_c_utf8)`;
  return `${folded(`(${text})`)} like ${folded(into.add(op === 'contains' ? `%${escaped}%` : `${escaped}%`, 'text'))}`;
}

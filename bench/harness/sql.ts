import type pg from 'pg';

/** Columns of an event. */
export const eventColumns = 'id, stream, version, type, schema, data, meta, created_at';

/** SQL of an id, from its kind (eight hex digits) and the SQL of its number. Ids follow from numbers, so no list is needed. */
export const uuid = (kind: string, n: string): string => `('${kind}-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))`;
const idOf = (kind: string, n: number): string => `${kind}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** Id of a story by its number. */
export const storyId = (story: number): string => idOf('5707e000', story);

/** Statement with a timeout of an hour. */
export const longStatement = (text: string, values: unknown[] = []): pg.QueryConfig => ({ text, values, query_timeout: 3_600_000 }) as pg.QueryConfig; // the types of pg lack this limit

import type { Doc } from '../port.ts';

/** Texts are indexed and sorted by this many characters: a longer index entry is one that Postgres refuses. */
export const keyLength = 200;

const fieldName = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;
const collectionName = /^[A-Za-z][A-Za-z0-9_-]{0,45}@[0-9]{1,12}$/;

/**
 * Name of the table of a collection, quoted. Names become part of the SQL, so they are checked here and nowhere trusted.
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

/** The object that holds a field, and the field's own name: `coordinates.latitude` is `latitude` in `coordinates`. */
function holderOf(field: string, doc = 'doc'): [holder: string, name: string] {
  const path = field.split('.').map(fieldLiteral);
  return [[doc, ...path.slice(0, -1)].join(' -> '), path.at(-1) ?? ''];
}

/** A field as jsonb, SQL null when it is missing; a dot leads into an object. */
export const jsonField = (field: string): string => `(${holderOf(field).join(' -> ')})`;
/** A field as text, of the document in the column `doc`. */
export const textField = (field: string, doc?: string): string => `(${holderOf(field, doc).join(' ->> ')})`;
/** What a field is indexed and sorted by: never SQL null, long texts cut. */
export const keyField = (field: string): string => `projections.sort_key(doc, ${fieldLiteral(field)})`;

/** A field as a number, SQL null when it is none. */
export const numberField = (field: string): string => `case when jsonb_typeof${jsonField(field)} = 'number' then ${textField(field)}::float8 end`;
/** The point of two number fields, SQL null unless both are numbers. */
export const pointField = (latitude: string, longitude: string): string => `point(${numberField(longitude)}, ${numberField(latitude)})`;

/** SQL functions behind `keyField`. Postgres inlines the second one, which it would not do with `to_jsonb` inside. */
export const sortKeyFunctions = `
  create function projections.cut(value text) returns jsonb language sql immutable strict parallel safe
    return to_jsonb(left(value, ${keyLength}));
  create function projections.sort_key(doc jsonb, field text) returns jsonb language sql immutable parallel safe return
    case when length(doc ->> field) > ${keyLength} and jsonb_typeof(doc -> field) = 'string'
      then projections.cut(doc ->> field)
      else coalesce(doc -> field, 'null'::jsonb)
    end;`;

/** The same for a value: what `sort_key` would make of it. */
export function keyOf(value: unknown): unknown {
  // A text of so many UTF-16 units has at most so many characters.
  if (typeof value !== 'string' || value.length <= keyLength) return value ?? null;
  return Array.from(value).slice(0, keyLength).join('');
}

/** JSON text of a document, null for a removed one. */
export const docText = (doc: Doc | null): string | null => (doc === null ? null : JSON.stringify(doc));

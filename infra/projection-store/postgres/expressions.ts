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

// What follows is SQL over `document`, an expression of type jsonb.

/** A field as jsonb, SQL null when it is missing; a dot leads into an object. */
export const jsonField = (field: string, document: string): string => `(${holderOf(field, document).join(' -> ')})`;
/** A field as text. */
export const textField = (field: string, document: string): string => `(${holderOf(field, document).join(' ->> ')})`;
/** What a field without a column of its own is sorted by: never SQL null, long texts cut. */
export const keyField = (field: string, document: string): string => `projections.sort_key(${document}, ${fieldLiteral(field)})`;
/** A field as a number, SQL null when it is none. */
export const numberField = (field: string, document: string): string =>
  `case when jsonb_typeof${jsonField(field, document)} = 'number' then ${textField(field, document)}::float8 end`;

/** SQL functions behind `keyField`. Postgres inlines the second one, which it would not do with `to_jsonb` inside. */
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
  // A text of so many UTF-16 units has at most so many characters.
  return text.length <= keyLength ? text : Array.from(text).slice(0, keyLength).join('');
}

/** What `sort_key` would make of a value. */
export const keyOf = (value: unknown): unknown => (typeof value === 'string' ? cutText(value) : (value ?? null));

/** Whether a stored text that is indexed by the same characters could be another one. */
export const isCut = (value: unknown): boolean => typeof value === 'string' && value.length >= keyLength;

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

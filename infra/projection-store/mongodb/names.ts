const fieldName = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;
const collectionName = /^[A-Za-z][A-Za-z0-9_-]{0,45}@[0-9]{1,12}$/;

/** Holds checkpoints and active versions; no collection of documents can have this name. */
export const progressName = 'progress';
/** Holds commits that are too large for the document of their projection, in parts. */
export const partsName = 'commit-parts';

/**
 * The physical name of a collection, also valid in MongoDB.
 * @throws Error for an invalid name.
 */
export function checkedName(collection: string): string {
  if (!collectionName.test(collection)) throw new Error(`${JSON.stringify(collection)} is not the physical name of a collection`);
  return collection;
}

/** @throws Error when it cannot be the name of a field. */
function checkedField(field: string): string {
  if (!fieldName.test(field)) throw new Error(`${JSON.stringify(field)} is not the name of a field`);
  return field;
}

/**
 * Where a field of a document is stored; `id` is the key of its collection.
 * @throws Error when it cannot be the name of a field.
 */
export const pathOf = (field: string): string => (field === 'id' ? '_id' : `doc.${checkedField(field)}`);

/**
 * The same for a field in an object, which is named with a dot.
 * @throws Error when it cannot be the name of a field.
 */
export const nestedPathOf = (field: string): string => `doc.${field.split('.').map(checkedField).join('.')}`;

/** Key of an ordered index; the direction is written as in `IndexSpec`. */
export const orderedKey = (key: string): [path: string, direction: 1 | -1] => (key.startsWith('-') ? [pathOf(key.slice(1)), -1] : [pathOf(key), 1]);

/** The name of a partition as that of a field: a dot would lead into an object. */
export const partitionKey = (partition: string): string => encodeURIComponent(partition).replaceAll('.', '%2E');
export const partitionOf = (key: string): string => decodeURIComponent(key);

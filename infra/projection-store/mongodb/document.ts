import type { Applied, Doc, StoredDoc } from '../port.ts';

/** A document as it lies in MongoDB. */
export interface Stored {
  _id: string;
  _rev: number;
  _at: Applied;
  doc: Doc | null;
  /** Marks escaped keys: some keys have a special meaning in MongoDB or its driver. */
  _escaped?: true;
}

/** Operators, references, paths, characters invalid in BSON, and the driver's own type mark. */
const special = /^\$|[.\0]|^_bsontype$/;
/** The driver also misreads inherited names: it takes an array under `constructor` for bytes. */
const isHostile = (key: string): boolean => key in Object.prototype || special.test(key);
/** Such a key from its first sign on; a key that looks escaped has to be escaped itself. */
const toEscape = (key: string): RegExp => (key in Object.prototype || key === '_bsontype' ? /^./ : /^\$|[%.\0]/g);

/** The stored form of a document at a revision. */
export function toStored({ id, doc, _at }: StoredDoc, _rev: number): Stored {
  if (!hasHostileKey(doc) && !hasHostileKey(_at)) return { _id: id, _rev, _at, doc };
  return { _id: id, _rev, _at: withKeys(_at, escapeKey), doc: withKeys(doc, escapeKey), _escaped: true };
}

export function fromStored({ _id, _rev, _at, doc, _escaped }: Stored): StoredDoc {
  if (!_escaped) return { id: _id, doc, _at, _rev };
  return { id: _id, doc: withKeys(doc, decodeURIComponent), _at: withKeys(_at, decodeURIComponent), _rev };
}

/** Fields that `docsOf` needs. */
export const docOnly = { _id: 0, doc: 1, _escaped: 1 } as const;

/** Only the documents, without removed ones. */
export function docsOf(found: readonly Pick<Stored, 'doc' | '_escaped'>[]): Doc[] {
  return found.flatMap(({ doc, _escaped }) => {
    if (doc === null) return [];
    return [_escaped ? withKeys(doc, decodeURIComponent) : doc];
  });
}

const escapeKey = (key: string): string => key.replace(toEscape(key), (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

function hasHostileKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasHostileKey);
  // Not by entries, of which each would be made anew for each document that is written.
  for (const key of Object.keys(value)) if (isHostile(key) || hasHostileKey(Reflect.get(value, key))) return true;
  return false;
}

function withKeys<T>(value: T, rename: (key: string) => string): T;
function withKeys(value: unknown, rename: (key: string) => string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withKeys(one, rename));
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [rename(key), withKeys(held, rename)]));
}

/** Fields of something that is edited; their values are JSON. */
export type Edits<F extends object> = { [K in keyof F]?: F[K] };

/** Fields on the server with their version. */
export interface Versioned<F extends object> {
  fields: F;
  version: number;
}

/** One field that two people changed differently. */
export interface FieldConflict<F extends object> {
  field: keyof F;
  mine: F[keyof F];
  theirs: F[keyof F];
}

export const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

// Object.keys forgets the names; an object of edits has those of F only.
export const editedFields = <F extends object>(edits: Edits<F>): (keyof F)[] => Object.keys(edits) as (keyof F)[];

/** The edits that say something else than what is there. */
export function withoutSame<F extends object>(edits: Edits<F>, present: F): Edits<F> {
  return withoutFields(
    edits,
    editedFields(edits).filter((field) => sameValue(edits[field], present[field])),
  );
}

export function withoutFields<F extends object>(edits: Edits<F>, fields: readonly (keyof F)[]): Edits<F> {
  const rest = { ...edits };
  for (const field of fields) delete rest[field];
  return rest;
}

export function onlyFields<F extends object>(edits: Edits<F>, fields: readonly (keyof F)[]): Edits<F> {
  return withoutFields(
    edits,
    editedFields(edits).filter((field) => !fields.includes(field)),
  );
}

/**
 * Fields that I edited and that somebody else changed since `base`, to something else.
 * What only one side touched is no conflict: both changes can stand.
 */
export function conflictsOf<F extends object>(base: F, mine: Edits<F>, theirs: F): FieldConflict<F>[] {
  return editedFields(mine)
    .filter((field) => !sameValue(base[field], theirs[field]) && !sameValue(mine[field], theirs[field]))
    .map((field) => ({ field, mine: mine[field] as F[keyof F], theirs: theirs[field] })); // the field is one of `mine`
}

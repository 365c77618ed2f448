/** Edited fields; their values are JSON. */
export type Edits<F extends object> = { [K in keyof F]?: F[K] };

/** Fields on the server with their version. */
export interface Versioned<F extends object> {
  fields: F;
  version: number;
}

/** One field with two different changes. */
export interface FieldConflict<F extends object> {
  field: keyof F;
  mine: F[keyof F];
  theirs: F[keyof F];
}

export const isSameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

// as: Object.keys loses the names; edits contain fields of F only
export const editedFields = <F extends object>(edits: Edits<F>): (keyof F)[] => Object.keys(edits) as (keyof F)[];

/** Edits that differ from the present values. */
export function withoutSame<F extends object>(edits: Edits<F>, present: F): Edits<F> {
  return withoutFields(
    edits,
    editedFields(edits).filter((field) => isSameValue(edits[field], present[field])),
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
 * Fields that the writer edited and another person changed to a different value since `base`. Fields with changes on one side only do not conflict.
 */
export function conflictsOf<F extends object>(base: F, mine: Edits<F>, theirs: F): FieldConflict<F>[] {
  return editedFields(mine)
    .filter((field) => !isSameValue(base[field], theirs[field]) && !isSameValue(mine[field], theirs[field]))
    .map((field) => ({ field, mine: mine[field] as F[keyof F], theirs: theirs[field] })); // as: the field is one of `mine`
}

/**
 * Erases the type parameters of an entry, so that a registry can hold entries of many types: TypeScript has no existential types. The registry must
 * pass each entry only values of its original types.
 */
export const eraseType = <Erased>(entry: unknown): Erased => entry as Erased;

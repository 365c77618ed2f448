/**
 * Forgets the type parameters of an entry, so that a registry can hold entries of many types: TypeScript has no existential types.
 * The registry must hand every entry only values of the types that it was made with.
 */
export const erase = <Erased>(entry: unknown): Erased => entry as Erased;

import { derivedId } from '../identifier.ts';

/** Account of a person, known from the identity provider's subject alone. */
export const accountIdOf = (subjectId: string): string => derivedId(subjectId);

import { derivedId } from '../identifier.ts';

/** Account id derived from the identity provider's subject, so that no look-up is needed. */
export const accountIdOf = (subjectId: string): string => derivedId(subjectId);

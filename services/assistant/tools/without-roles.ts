import { z } from 'zod';

/** Roles in the input of a workflow, which the release before requires. A delegate has none, so they are always empty. */
export const withoutRoles = z.array(z.string()).transform((): never[] => []);

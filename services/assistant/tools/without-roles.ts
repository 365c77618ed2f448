import { z } from 'zod';

/** Roles in the workflow input, which the previous release requires. A delegate has none, so the list is always empty. */
export const emptyRolesSchema = z.array(z.string()).transform((): never[] => []);

import { z } from 'zod';
import type { Upcaster } from '../kit/event.ts';
import { reason } from '../kit/field.ts';

/** What moderators may ask for about what others wrote. */
export const hiding = { hidden: z.boolean().optional(), reason: reason.nullable().optional().describe('Why it is hidden or restored') };

/**
 * A body whose `reason` is one for `field`: alone it would explain nothing, and be kept by nothing.
 * @param body has both fields.
 */
export const reasonWith = <B extends z.ZodObject>(field: 'hidden' | 'suspended', body: B): B =>
  body
    .refine((said) => said.reason === undefined || said[field] !== undefined, { path: ['reason'], message: `Goes with "${field}" only` })
    .meta({ dependentRequired: { reason: [field] } });

/** Events of before were given no reason. */
export const withoutReason: Upcaster = (data) => ({ ...data, reason: null });

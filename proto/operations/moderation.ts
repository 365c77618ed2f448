import { z } from 'zod';
import type { Upcaster } from '../kit/event.ts';
import { reason } from '../kit/field.ts';

/** Moderators may set these fields on content of others. */
export const hiding = { hidden: z.boolean().optional(), reason: reason.nullable().optional().describe('Why it is hidden or restored') };

/**
 * Requires `field` beside a `reason`, which would otherwise explain nothing and be lost.
 * @param body A body with both fields.
 */
export const reasonWith = <B extends z.ZodObject>(field: 'hidden' | 'suspended', body: B): B =>
  body
    .refine((said) => said.reason === undefined || said[field] !== undefined, { path: ['reason'], message: `Goes with "${field}" only` })
    .meta({ dependentRequired: { reason: [field] } });

/** Older events have no reason. */
export const withoutReason: Upcaster = (data) => ({ ...data, reason: null });

import { z } from 'zod';
import type { Upcaster } from '../kit/event.ts';
import { reason } from '../kit/field.ts';

/** Fields that moderators may set on content of others. */
export const hidingFields = { hidden: z.boolean().optional(), reason: reason.nullable().optional().describe('Why it is hidden or restored') };

/** Requires `field` beside a `reason`, because a reason alone would not be stored. @param body A body with both fields. */
export const reasonWith = <B extends z.ZodObject>(field: 'hidden' | 'suspended', body: B): B =>
  body
    .refine((said) => said.reason === undefined || said[field] !== undefined, { path: ['reason'], message: `Goes with "${field}" only` })
    .meta({ dependentRequired: { reason: [field] } });

/** Upcaster that adds the null reason of older events. */
export const addNullReason: Upcaster = (data) => ({ ...data, reason: null });

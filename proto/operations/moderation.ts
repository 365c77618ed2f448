import { z } from 'zod';
import type { Upcaster } from '../kit/event.ts';
import { reason } from '../kit/field.ts';

/** What moderators may ask for about what others wrote. */
export const hiding = { hidden: z.boolean().optional(), reason: reason.nullable().optional().describe('Why it is hidden or restored') };

/** Events of before were given no reason. */
export const withoutReason: Upcaster = (data) => ({ ...data, reason: null });

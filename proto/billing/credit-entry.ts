import { z } from 'zod';
import { id, instant, reason } from '../kit/field.ts';
import { type ListSpec, listQuery, pageOf } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';

/** Purpose of a ledger entry. TURN_RETURNED: the reserved credits were released after a failed answer. */
export const creditEntryKind = z.enum(['BEGINNING', 'PURCHASE', 'GOODWILL', 'TURN', 'TURN_RETURNED', 'REFUND', 'DISPUTE', 'CORRECTION']);
export type CreditEntryKind = z.output<typeof creditEntryKind>;

/** An entry of the credit ledger, one for each change of the balance. */
export const creditEntry = z.object({
  id,
  accountId: id,
  kind: creditEntryKind,
  credits: z.int().describe('What it did to the balance: above zero for what came, below for what went'),
  balance: z.int().describe('After it; below zero when credits were taken back that had been spent'),
  orderId: id.nullable(),
  threadId: id.nullable().describe('Conversation that a turn belongs to'),
  reason: z.string().nullable().describe('In words, where an administrator gave one'),
  createdAt: instant,
});
export type CreditEntry = z.output<typeof creditEntry>;

export const creditEntryList = {
  entity: 'CreditEntry',
  filterable: { id: 'id', kind: 'text', createdAt: 'time' },
  forms: { kind: creditEntryKind },
  sortable: ['createdAt'],
  defaultSort: 'createdAt DESC',
} as const satisfies ListSpec;

const params = z.object({ accountId: id });

export const creditEntryRoutes = defineRoutes({
  listCredits: route.get('/accounts/:accountId/credits', 'Ledger of credits of an account, newest first', 'orders.read', {
    params,
    query: listQuery(creditEntryList),
    reply: pageOf(creditEntry),
    errors: ['account/unknown'],
  }),
  correctCredits: route.post('/accounts/:accountId/credits', 'Give credits to an account or take some of it, with a reason', 'credits.correct', {
    params,
    body: z.object({
      credits: z
        .int()
        .min(-100_000)
        .max(100_000)
        .refine((credits) => credits !== 0, 'Must not be 0'),
      reason,
    }),
    reply: creditEntry,
    errors: ['account/unknown'],
  }),
});

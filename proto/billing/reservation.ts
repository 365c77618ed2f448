import { z } from 'zod';
import { id } from '../kit/field.ts';
import { defineRoutes, route } from '../kit/route.ts';

/** Reserved credits, which are settled after success and released after a failure. */
export const reservation = z.object({
  id,
  accountId: id,
  credits: z.int().min(1),
  state: z.enum(['OPEN', 'SETTLED', 'RELEASED']).describe('Set aside, spent, or given back'),
});

const params = z.object({ accountId: id, id });
const path = '/accounts/:accountId/credit-reservations/:id';

/** Routes by which the product spends credits. No user may call them, not even for their own account, because released credits return to it. */
export const reservationRoutes = defineRoutes({
  reserveCredits: route.put(path, 'Set credits of an account aside; the same id does so once', 'credits.spend', {
    withoutAccount: true,
    params,
    body: z.object({ credits: z.int().min(1).max(1_000), threadId: id.optional().describe('Conversation that they are for') }),
    reply: reservation,
    errors: ['credit/none-left', 'credit/id-reused', 'credit/reservation-closed'],
  }),
  closeReservation: route.patch(path, 'Spend what was set aside, or give it back; the first of both holds', 'credits.spend', {
    withoutAccount: true,
    params,
    body: z.object({ state: z.enum(['SETTLED', 'RELEASED']) }),
    reply: reservation,
    errors: ['credit/reservation-unknown', 'credit/reservation-closed'],
  }),
});

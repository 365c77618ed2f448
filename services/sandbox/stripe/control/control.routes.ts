import { hiddenUnlimitedRoute } from '@waystory/infra/hidden-route.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isFromThisMachine } from '../../this-machine.ts';
import { type Checkout, type CheckoutTotals, totalsOf } from '../checkout/checkout.ts';
import { basePath } from '../keys.ts';
import { StripeRefusal } from '../refusal.ts';
import type { Queryable, Sandbox } from '../sandbox.ts';
import { controlCommand, executeControlCommand } from './control.ts';

/** Totals of one `client_reference_id` in one currency, over all its sessions. */
export interface ReferenceTotals extends CheckoutTotals {
  /** `client_reference_id` of the sessions; null for those without. */
  reference: string | null;
  currency: string;
  /** Paid amount minus refunds and disputes, minor units. */
  kept: number;
  sessions: { id: string; status: Checkout['status']; paymentStatus: Checkout['paymentStatus'] }[];
}

/** Ledger of the sandbox: amounts by reference, for comparison with the orders of the product. */
async function readBooks(asks: Queryable): Promise<ReferenceTotals[]> {
  const { rows } = await asks.query<{ state: Checkout }>('select state from stripe_checkouts order by number');
  const groups = Map.groupBy(
    rows.map(({ state }) => state),
    ({ reference, currency }) => JSON.stringify([reference, currency]),
  );
  return [...groups.values()].map(accountOf);
}

function accountOf(checkouts: readonly Checkout[]): ReferenceTotals {
  const total = checkouts.map(totalsOf).reduce((sum, one) => ({
    paid: sum.paid + one.paid,
    refunded: sum.refunded + one.refunded,
    disputed: sum.disputed + one.disputed,
  }));
  const [first] = checkouts;
  return {
    reference: first?.reference ?? null,
    currency: first?.currency ?? '',
    ...total,
    kept: total.paid - total.refunded - total.disputed,
    sessions: checkouts.map(({ id, status, paymentStatus }) => ({ id, status, paymentStatus })),
  };
}

/** Numbers of pending deliveries, and of those that ended without acceptance. */
async function readDeliveries(asks: Queryable): Promise<{ pending: number; lost: number }> {
  const { rows } = await asks.query<{ pending: number; lost: number }>(
    `select count(*) filter (where ended_at is null)::int as pending, count(*) filter (where ended_at is not null and last_answer !~ '^2')::int as lost
     from stripe_deliveries`,
  );
  return rows[0] ?? { pending: 0, lost: 0 };
}

const path = `${basePath}/control`;

/** Control route: `POST` executes a command (`control.ts`), `GET` returns the ledger and the numbers of deliveries. Only this machine may call it. */
export async function serveControl(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
  const refused = (request: FastifyRequest, reply: FastifyReply): FastifyReply | null =>
    isFromThisMachine(request) ? null : reply.code(403).send({ error: 'The sandbox is controlled from this machine only.' });

  app.get(path, hiddenUnlimitedRoute, async (request, reply) => {
    const refusal = refused(request, reply);
    if (refusal) return refusal;
    const [accounts, deliveries] = await Promise.all([readBooks(sandbox.pool), readDeliveries(sandbox.pool)]);
    return reply.send({ accounts, deliveries });
  });
  app.post(path, hiddenUnlimitedRoute, async (request, reply) => {
    const refusal = refused(request, reply);
    if (refusal) return refusal;
    const command = controlCommand.safeParse(request.body);
    if (!command.success) return reply.code(400).send({ error: z.prettifyError(command.error) });
    try {
      return reply.send(await executeControlCommand(sandbox, command.data));
    } catch (error) {
      if (error instanceof StripeRefusal) return reply.code(error.status).send({ error: error.message });
      throw error;
    }
  });
}

import { chargeProblem } from '@waystory/proto/billing/money.ts';
import type { z } from 'zod';
import type { Checkout } from '../checkout/checkout.ts';
import { addCheckout, changeCheckout } from '../checkout/checkout-store.ts';
import { expireSession } from '../checkout/rules.ts';
import { invalidRequest } from '../refusal.ts';
import type { Sandbox } from '../sandbox.ts';
import { sessionShape } from '../shapes/session.ts';
import type { StripeApi } from './api.ts';
import { expansionOnly, newSession, parametersOf } from './parameters.ts';

export const sessionsPath = '/checkout/sessions';
const minutes = 60;
const shortest = 30 * minutes;
const longest = 24 * 60 * minutes;

/** Routes that create and expire checkout sessions. */
export const sessionRoutes = (sandbox: Sandbox) => (api: StripeApi) => {
  api.write(sessionsPath, ({ fields }) => {
    const asked = parametersOf(newSession, fields);
    const checkout = checkoutFrom(asked, sandbox);
    return async (client) => {
      await addCheckout(client, checkout);
      return sessionShape(checkout, sandbox.origin, asked.expand);
    };
  });
  api.write(`${sessionsPath}/:id/expire`, ({ id, fields, cause }) => {
    const { expand } = parametersOf(expansionOnly, fields);
    return async (client) => sessionShape(await changeCheckout(client, sandbox, id, expireSession, { cause }), sandbox.origin, expand);
  });
};

const codeOf = (problem: string): string => (problem.includes('least') ? 'amount_too_small' : 'parameter_invalid_integer');

/** A new checkout. @throws StripeRefusal when the session could not be paid */
function checkoutFrom(asked: z.output<typeof newSession>, { now, newId }: Sandbox): Checkout {
  const created = Math.floor(now());
  const expiresAt = asked.expires_at ?? created + longest;
  if (expiresAt < created + shortest || expiresAt > created + longest)
    throw invalidRequest('The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    });
  const [first] = asked.line_items;
  const currency = first?.price_data.currency ?? '';
  if (asked.line_items.some(({ price_data }) => price_data.currency !== currency))
    throw invalidRequest('All line items must have the same currency.', { param: 'line_items' });
  const items = asked.line_items.map(({ quantity, price_data: { unit_amount: unitAmount, product_data } }) => ({
    id: newId('li'),
    name: product_data.name,
    description: product_data.description ?? null,
    quantity,
    unitAmount,
  }));
  const amount = items.reduce((total, { quantity, unitAmount }) => total + quantity * unitAmount, 0);
  const problem = chargeProblem(amount, currency);
  if (problem) throw invalidRequest(`The Checkout Session's total amount due cannot be charged: ${problem}.`, { code: codeOf(problem) });
  return {
    id: newId('cs_test'),
    created,
    expiresAt,
    status: 'open',
    paymentStatus: 'unpaid',
    amount,
    currency,
    items,
    reference: asked.client_reference_id ?? null,
    email: asked.customer_email ?? null,
    metadata: asked.metadata,
    intentMetadata: asked.payment_intent_data.metadata,
    description: asked.payment_intent_data.description ?? null,
    successUrl: asked.success_url,
    cancelUrl: asked.cancel_url ?? null,
    intent: null,
    refunds: [],
    disputes: [],
  };
}

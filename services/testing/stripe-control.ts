import { expect } from 'vitest';
import type { ReferenceTotals } from '../sandbox/stripe/control/control.routes.ts';
import type { ControlInput } from '../sandbox/stripe/control/control.ts';
import type { TestProduct } from './product.ts';

const url = '/sandbox/stripe/control';

/** Executes a control command of the Stripe sandbox. */
export async function executeStripeControl(product: TestProduct, command: ControlInput): Promise<void> {
  const { statusCode, body } = await product.send({ method: 'POST', url, payload: command });
  expect([statusCode, body]).toEqual([200, expect.anything()]);
}

/** Paid, refunded and disputed amounts of an order in the Stripe sandbox. */
export async function orderTotalsOf(product: TestProduct, orderId: string): Promise<ReferenceTotals | undefined> {
  const { accounts } = (await product.send({ url })).json<{ accounts: ReferenceTotals[] }>();
  return accounts.find(({ reference }) => reference === orderId);
}

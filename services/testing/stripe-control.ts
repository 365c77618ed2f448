import { expect } from 'vitest';
import type { Account } from '../sandbox/stripe/control/control.routes.ts';
import type { ControlInput } from '../sandbox/stripe/control/control.ts';
import type { TestProduct } from './product.ts';

const url = '/sandbox/stripe/control';

/** Executes a control command of the Stripe sandbox. */
export async function atStripe(product: TestProduct, command: ControlInput): Promise<void> {
  const { statusCode, body } = await product.send({ method: 'POST', url, payload: command });
  expect([statusCode, body]).toEqual([200, expect.anything()]);
}

/** Paid, refunded and disputed amounts of an order in the Stripe sandbox. */
export async function orderTotalsOf(product: TestProduct, orderId: string): Promise<Account | undefined> {
  const { accounts } = (await product.send({ url })).json<{ accounts: Account[] }>();
  return accounts.find(({ reference }) => reference === orderId);
}

import { expect } from 'vitest';
import type { Account } from '../sandbox/stripe/control/control.routes.ts';
import type { ControlInput } from '../sandbox/stripe/control/control.ts';
import type { TestProduct } from './product.ts';

const url = '/sandbox/stripe/control';

/** Performs an action of a customer, a bank or an outage at the sandbox. */
export async function atStripe(product: TestProduct, command: ControlInput): Promise<void> {
  const { statusCode, body } = await product.send({ method: 'POST', url, payload: command });
  expect([statusCode, body]).toEqual([200, expect.anything()]);
}

/** The sandbox's account of an order's money. */
export async function booksOf(product: TestProduct, orderId: string): Promise<Account | undefined> {
  const { accounts } = (await product.send({ url })).json<{ accounts: Account[] }>();
  return accounts.find(({ reference }) => reference === orderId);
}

import { expect } from 'vitest';
import type { Account } from '../sandbox/stripe/control/books.ts';
import type { ControlInput } from '../sandbox/stripe/control/commands.ts';
import type { TestProduct } from './product.ts';

const url = '/sandbox/stripe/control';

/** What customers, banks and bad days do at Stripe. */
export async function atStripe(product: TestProduct, command: ControlInput): Promise<void> {
  const { statusCode, body } = await product.send({ method: 'POST', url, payload: command });
  expect([statusCode, body]).toEqual([200, expect.anything()]);
}

/** What Stripe knows of the money of an order. */
export async function booksOf(product: TestProduct, orderId: string): Promise<Account | undefined> {
  const { accounts } = (await product.send({ url })).json<{ accounts: Account[] }>();
  return accounts.find(({ reference }) => reference === orderId);
}

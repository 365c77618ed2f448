import { safeStorage } from '@waystory/client/environment.ts';
import type { Order } from '@waystory/proto/billing/order.ts';
import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import { describe, expect, test } from 'vitest';
import { openOrder } from '../testing/order.fixture.ts';
import { buyPackage, type PurchaseDeps, resumePayment, safePaymentUrl } from './payable-order.ts';
import { PurchaseKeys } from './purchase-keys.ts';

const purchase = { accountId: openOrder.accountId, packageId: 'explorer', returnTo: '/profile' };
const opening: Order = { ...openOrder, stripeCheckoutUrl: null, stripeSessionId: null };
const refusal = (status: number, code = 'internal/error'): ResponseError =>
  new ResponseError(status, { type: '', title: '', status, code, detail: '', traceId: '' });

/** A minimal store for purchase keys. */
function shelfOf(entries = new Map<string, string>()) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

/** Answers of the product in sequence; the last answer is repeated. Only pauses advance the time. */
function shop(...answers: (Order | Error)[]) {
  const asked: string[] = [];
  const shelf = shelfOf();
  let time = 0;
  const answer = async (what: string): Promise<Order> => {
    asked.push(what);
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (next instanceof Error || !next) throw next;
    return next;
  };
  const deps: PurchaseDeps = {
    calls: {
      createOrder: ({ idempotencyKey }) => answer(`create ${idempotencyKey}`),
      getOrder: ({ params }) => answer(`get ${params.id}`),
    },
    keys: new PurchaseKeys(
      () => shelf,
      () => time,
    ),
    isOnline: () => true,
    now: () => time,
    pause: async (milliseconds) => {
      time += milliseconds;
    },
  };
  /** Idempotency keys of the order requests. */
  const keysUsed = (): string[] => asked.filter((what) => what.startsWith('create ')).map((what) => what.slice(7));
  return { deps, asked, keysUsed, passed: () => time };
}

describe('Purchase', () => {
  test('answered by Stripe at once is payable, and the next purchase has a new key', async () => {
    const { deps, keysUsed } = shop(openOrder);
    expect(await buyPackage(purchase, deps)).toEqual({ kind: 'payable', order: openOrder, url: openOrder.stripeCheckoutUrl });
    await buyPackage(purchase, deps);
    expect(new Set(keysUsed()).size).toBe(2);
  });

  test('polls its order until Stripe has answered, and creates one order', async () => {
    const { deps, asked, keysUsed, passed } = shop(opening, opening, opening, openOrder);
    expect(await buyPackage(purchase, deps)).toMatchObject({ kind: 'payable' });
    expect(keysUsed()).toHaveLength(1);
    expect(asked.slice(1)).toEqual(Array(3).fill(`get ${openOrder.id}`));
    expect(passed()).toBe(250 + 500 + 1_000);
  });

  test('is slow after 20 s without an answer of Stripe, and a retry has the same key', async () => {
    const { deps, keysUsed, passed } = shop(opening);
    expect(await buyPackage(purchase, deps)).toEqual({ kind: 'slow', order: opening });
    expect(passed()).toBeGreaterThanOrEqual(20_000);
    expect(passed()).toBeLessThan(23_000);
    await buyPackage(purchase, deps);
    const [first, second] = keysUsed();
    expect(second).toBe(first);
  });

  test('from two simultaneous clicks has one key, and another package has a different key', async () => {
    const { deps, keysUsed } = shop(opening);
    await Promise.all([buyPackage(purchase, deps), buyPackage(purchase, deps), buyPackage({ ...purchase, packageId: 'starter' }, deps)]);
    const [first, second, other] = keysUsed();
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  test('is retried with the same key during an outage', async () => {
    const { deps, keysUsed } = shop(new FetchError('down'), refusal(503), openOrder);
    expect(await buyPackage(purchase, deps)).toMatchObject({ kind: 'payable' });
    expect(new Set(keysUsed()).size).toBe(1);
    expect(keysUsed()).toHaveLength(3);
  });

  test('is not retried without a network', async () => {
    const { deps, keysUsed } = shop(new FetchError('no network'));
    expect(await buyPackage(purchase, { ...deps, isOnline: () => false })).toEqual({ kind: 'failed', failure: 'offline' });
    expect(keysUsed()).toHaveLength(1);
  });

  test.each([
    [refusal(503), 'away', 4],
    [refusal(429), 'busy', 4],
    [refusal(500), 'away', 4],
    [refusal(401), 'signed-out', 1],
    [refusal(403, 'auth/suspended'), 'suspended', 1],
    [refusal(404, 'order/package-unknown'), 'package-gone', 1],
    [refusal(400, 'request/invalid'), 'refused', 1],
  ] as const)('that is answered with %o has failed: %s', async (error, failure, times) => {
    const { deps, keysUsed } = shop(error);
    expect(await buyPackage(purchase, deps)).toEqual({ kind: 'failed', failure });
    expect(keysUsed()).toHaveLength(times);
  });

  test('whose order Stripe could not create has failed, and the next attempt has a new key', async () => {
    const { deps, keysUsed } = shop({ ...opening, status: 'FAILED', problem: 'UNAVAILABLE' }, openOrder);
    const { deps: gone } = shop(opening, { ...opening, status: 'FAILED', problem: 'UNAVAILABLE' });
    expect(await buyPackage(purchase, gone)).toEqual({ kind: 'failed', failure: 'unavailable' });
    // The key remains from an attempt that did not see the failure.
    expect(await buyPackage(purchase, deps)).toMatchObject({ kind: 'payable' });
    expect(new Set(keysUsed()).size).toBe(2);
  });

  test('paid in another tab is not payable here', async () => {
    const paid: Order = { ...openOrder, status: 'PAID', stripeCheckoutUrl: null };
    const { deps } = shop(paid);
    expect(await resumePayment(openOrder, deps)).toEqual({ kind: 'elsewhere', order: paid });
  });
});

describe('Purchase keys', () => {
  test('survive a reload until they expire', () => {
    const shelf = shelfOf();
    let time = 0;
    const reload = () =>
      new PurchaseKeys(
        () => shelf,
        () => time,
      );
    const key = reload().keyOf(purchase);
    time = 59 * 60_000;
    expect(reload().keyOf(purchase)).toBe(key);
    time = 61 * 60_000;
    expect(reload().keyOf(purchase)).not.toBe(key);
  });

  test('are generated with a full storage and with invalid stored JSON', () => {
    const full = { ...shelfOf(new Map([['waystory.purchase', '{broken']])), key: () => null, length: 0, setItem: () => expect.fail('Full') };
    expect(new PurchaseKeys(() => safeStorage(() => full)).keyOf(purchase)).toMatch(/^[\da-f-]{36}$/);
  });
});

test.each([
  ['https://checkout.stripe.com/c/pay/1', 'https://checkout.stripe.com/c/pay/1'],
  ['/sandbox/stripe/pay/1', 'http://localhost:4000/sandbox/stripe/pay/1'],
  ['http://localhost:4000/sandbox/stripe/pay/1', 'http://localhost:4000/sandbox/stripe/pay/1'],
  ['http://elsewhere.example/pay', null],
  ['javascript:alert(1)', null],
  ['https://', null],
])('Payment page of %s is %s', (url, page) => {
  expect(safePaymentUrl(url, 'http://localhost:4000')).toBe(page);
});

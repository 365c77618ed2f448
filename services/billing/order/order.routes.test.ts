import { newId } from '@waystory/infra/identifier.ts';
import { workflowsOn } from '@waystory/infra/workflows/port.ts';
import type { Order } from '@waystory/proto/billing/order.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { contextsWithCreditSales, type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { executeStripeControl, orderTotalsOf } from '../../testing/stripe-control.ts';
import { reconciliationWorkflow } from '../reconciliation/reconciliation.workflow.ts';

let product: TestProduct;
let admin: Person;
beforeAll(async () => {
  product = await testProduct(contextsWithCreditSales);
  admin = product.person('root', 'admin');
});
afterEach(() => executeStripeControl(product, { do: 'calm' }));
afterAll(() => product.stop());

const soon = { timeout: 20_000, interval: 50 };
let people = 0;
/** A person with an account and an unpaid order. */
async function buyer(packageId = 'starter'): Promise<{ who: Person; order: Order; session: string; params: { accountId: string; id: string } }> {
  const who = product.person(`buyer-${people++}`);
  await who.api.createAccount({});
  const order = await who.api.createOrder({ params: who, body: { packageId, returnTo: '/explore?chatOpen=true' } });
  return { who, order, session: order.stripeSessionId ?? '', params: { accountId: who.accountId, id: order.id } };
}
type Buyer = Awaited<ReturnType<typeof buyer>>;
const statusOf = async ({ who, params }: Buyer): Promise<string> => (await who.api.getOrder({ params })).status;
const creditsOf = async ({ who }: Buyer): Promise<number | null> => (await who.api.getMyAccount({})).credits;
const entriesOf = async ({ who }: Buyer) =>
  (await who.api.listCredits({ params: who })).items.map(({ kind, credits, balance }) => [kind, credits, balance]);
const until = async (one: Buyer, status: string, credits: number): Promise<void> => {
  await expect.poll(() => statusOf(one), soon).toBe(status);
  await expect.poll(() => creditsOf(one), soon).toBe(credits);
};
const refusal = async (call: Promise<unknown>): Promise<unknown> => call.catch((error: { problem?: { code: string } }) => error.problem?.code);

describe('credit purchase', () => {
  test('leads to a Stripe page and grants the credits once after payment', async () => {
    const one = await buyer();
    expect(one.order).toMatchObject({ status: 'PENDING', packageName: 'Starter', credits: 50, amount: 499, currency: 'eur', problem: null });
    expect(one.order.stripeCheckoutUrl).toContain('/sandbox/stripe/pay/');
    await executeStripeControl(product, { do: 'pay', session: one.session });
    await until(one, 'FULFILLED', 70);
    await expect
      .poll(() => entriesOf(one))
      .toEqual([
        ['PURCHASE', 50, 70],
        ['BEGINNING', 20, 20],
      ]);
    const listed = await one.who.api.listOrders({ params: one.who });
    expect(listed.items).toEqual([await one.who.api.getOrder({ params: one.params })]);
    expect(listed.items[0]).toMatchObject({ stripeCheckoutUrl: null, paidAt: expect.any(String) });
    await expect.poll(async () => (await one.who.api.getMyAccount({})).orderIds).toEqual([one.order.id]);
  });

  test('shows the credits in the account as soon as the order is fulfilled', async () => {
    const one = await buyer();
    await executeStripeControl(product, { do: 'pay', session: one.session });
    const look = () => product.send({ url: `/api/accounts/${one.who.accountId}/orders/${one.order.id}`, as: one.who });
    await expect.poll(async () => (await look()).json().status, soon).toBe('FULFILLED');
    const after = { 'x-after': String((await look()).headers['x-position']) };
    // A lagging replica answers 503, and the page repeats the request.
    const shown = new Set<number | null>();
    const account = async (): Promise<number> => {
      const answer = await product.send({ url: '/api/accounts/me', as: one.who, headers: after });
      if (answer.statusCode === 200) shown.add(answer.json().credits);
      return answer.statusCode;
    };
    await expect.poll(account, soon).toBe(200);
    expect([...shown]).toEqual([70]);
  });

  test('creates one order and one Stripe session per idempotency key', async () => {
    const who = product.person('hasty');
    await who.api.createAccount({});
    const buy = { method: 'POST', url: `/api/accounts/${who.accountId}/orders`, as: who, payload: { packageId: 'explorer' } } as const;
    const answers = await Promise.all([1, 2, 3].map(() => product.send({ ...buy, headers: { 'idempotency-key': 'a-click' } })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => `${answer.json().id} ${answer.json().stripeSessionId}`)).size).toBe(1);
  });

  test("accepts only the caller's own account, an offered package and a return path on this site", async () => {
    const [who, other] = [product.person('ada'), product.person('bob')];
    const buy = (accountId: string, payload: object) => product.send({ method: 'POST', url: `/api/accounts/${accountId}/orders`, as: who, payload });
    expect((await buy(other.accountId, { packageId: 'starter' })).json().code).toBe('account/unknown');
    const none = await buy(who.accountId, { packageId: 'treasure' });
    expect([none.statusCode, none.json().code]).toEqual([404, 'order/package-unknown']);
    for (const returnTo of ['https://evil.example', '//evil.example', '/\\evil.example', 'profile', '/a b'])
      expect((await buy(who.accountId, { packageId: 'starter', returnTo })).statusCode).toBe(400);
    expect(await refusal(who.api.getOrder({ params: { accountId: who.accountId, id: newId() } }))).toBe('order/unknown');
    const foreign = await buyer();
    expect(await refusal(who.api.getOrder({ params: foreign.params }))).toBe('order/unknown');
    expect(await refusal(who.api.getOrder({ params: { accountId: who.accountId, id: foreign.order.id } }))).toBe('order/unknown');
    expect(await refusal(who.api.listOrders({ params: other }))).toBe('account/unknown');
    expect(await refusal(who.api.cancelOrder({ params: foreign.params }))).toBe('order/unknown');
    expect(await refusal(admin.api.cancelOrder({ params: foreign.params }))).toBe('order/unknown');
    expect((await admin.api.getOrder({ params: foreign.params })).id).toBe(foreign.order.id);
  });

  test('is refused to a suspended account', async () => {
    const who = product.person('villain');
    await who.api.createAccount({});
    await product.person('mod', 'moderator').api.updateAccount({ params: { id: who.accountId }, body: { suspended: true } });
    const buy = { method: 'POST', url: `/api/accounts/${who.accountId}/orders`, as: who, payload: { packageId: 'starter' } } as const;
    await expect.poll(async () => (await product.send(buy)).json().code, soon).toBe('auth/suspended');
  });
});

describe('order at Stripe', () => {
  test('stays payable after a declined card', async () => {
    const one = await buyer();
    await executeStripeControl(product, { do: 'decline', session: one.session });
    await executeStripeControl(product, { do: 'pay', session: one.session });
    await until(one, 'FULFILLED', 70);
  });

  test.each([
    ['success', 'FULFILLED', 70],
    ['fail', 'FAILED', 20],
  ] as const)('is PROCESSING during a delayed payment, then has the outcome: %s', async (outcome, status, credits) => {
    const one = await buyer();
    await executeStripeControl(product, { do: 'payLater', session: one.session });
    await until(one, 'PROCESSING', 20);
    expect(await refusal(one.who.api.cancelOrder({ params: one.params }))).toBe('order/not-cancellable');
    await executeStripeControl(product, { do: 'settleLater', session: one.session, outcome });
    await until(one, status, credits);
  });

  test('expires with its unpaid session', async () => {
    const one = await buyer();
    await executeStripeControl(product, { do: 'expire', session: one.session });
    await until(one, 'EXPIRED', 20);
  });

  test.each([
    { mode: 'duplicate', times: 5 },
    { mode: 'reordered', seconds: 1 },
    { mode: 'unaccepted', times: 2 },
  ] as const)('is fulfilled when webhooks are delivered as %j', async (how) => {
    await executeStripeControl(product, { do: 'deliver', how });
    const one = await buyer();
    await executeStripeControl(product, { do: 'payLater', session: one.session, outcome: 'success', seconds: 0 });
    await until(one, 'FULFILLED', 70);
  });

  test('is fulfilled without webhooks by the reconciliation, which starts once per interval', async () => {
    await executeStripeControl(product, { do: 'deliver', how: { mode: 'dropped' } });
    const one = await buyer();
    await executeStripeControl(product, { do: 'pay', session: one.session });
    const workflows = workflowsOn(product.engines.workflows);
    const turn = { turn: 1 };
    expect([
      await workflows.start(reconciliationWorkflow, 'reconciliation:1', turn),
      await workflows.start(reconciliationWorkflow, 'reconciliation:1', turn),
    ]).toEqual(['started', 'exists']);
    await until(one, 'FULFILLED', 70);
    expect(await workflows.result('reconciliation:1')).toMatchObject({ overdue: 0, missed: expect.any(Number) });
  });

  test('recovers when Stripe is unavailable at session creation or at a read', async () => {
    await executeStripeControl(product, { do: 'fault', method: 'POST', path: '/v1/checkout/sessions', effect: 'error-after', times: 1 });
    const one = await buyer();
    expect(one.order.stripeSessionId).not.toBeNull();
    expect((await orderTotalsOf(product, one.order.id))?.sessions).toHaveLength(1);
    await executeStripeControl(product, { do: 'fault', method: 'GET', path: '/v1/checkout/sessions/*', effect: 'error-before', times: 4 });
    await executeStripeControl(product, { do: 'pay', session: one.session });
    await until(one, 'FULFILLED', 70);
  });
});

describe('order', () => {
  test('cannot be paid after its owner cancelled it', async () => {
    const one = await buyer();
    expect(await one.who.api.cancelOrder({ params: one.params })).toMatchObject({ status: 'CANCELLED', stripeCheckoutUrl: null });
    expect(await one.who.api.cancelOrder({ params: one.params })).toMatchObject({ status: 'CANCELLED' });
    expect((await orderTotalsOf(product, one.order.id))?.sessions).toMatchObject([{ status: 'expired' }]);
    expect(await creditsOf(one)).toBe(20);
  });

  test('is fulfilled when the payment precedes the cancellation', async () => {
    await executeStripeControl(product, { do: 'deliver', how: { mode: 'dropped' } });
    const one = await buyer();
    await executeStripeControl(product, { do: 'pay', session: one.session });
    expect(await refusal(one.who.api.cancelOrder({ params: one.params }))).toBe('order/not-cancellable');
    await until(one, 'FULFILLED', 70);
  });

  test('is refunded by an admin with a reason, and its credits are revoked even when spent', async () => {
    const one = await buyer();
    const back = { params: one.params, body: { reason: 'Bought twice' } };
    expect(await refusal(admin.api.refundOrder(back))).toBe('order/not-refundable');
    await executeStripeControl(product, { do: 'pay', session: one.session });
    await until(one, 'FULFILLED', 70);
    expect(
      (
        await product.send({
          method: 'POST',
          url: `/api/accounts/${one.who.accountId}/orders/${one.order.id}/refund`,
          as: one.who,
          payload: back.body,
        })
      ).statusCode,
    ).toBe(403);
    expect(await admin.api.refundOrder(back)).toMatchObject({ status: 'REFUNDED', refundReason: 'Bought twice', refundedAt: expect.any(String) });
    await until(one, 'REFUNDED', 20);
    expect(await refusal(admin.api.refundOrder(back))).toBe('order/not-refundable');
    expect(await orderTotalsOf(product, one.order.id)).toMatchObject({ paid: 499, refunded: 499, kept: 0 });
    await expect
      .poll(() => entriesOf(one))
      .toEqual([
        ['REFUND', -50, 20],
        ['PURCHASE', 50, 70],
        ['BEGINNING', 20, 20],
      ]);
  });

  test('follows partial refunds and disputes at Stripe, also a dispute that is won', async () => {
    const one = await buyer();
    await executeStripeControl(product, { do: 'pay', session: one.session });
    await until(one, 'FULFILLED', 70);
    await executeStripeControl(product, { do: 'refund', session: one.session, amount: 100 });
    await until(one, 'FULFILLED', 59);
    await executeStripeControl(product, { do: 'dispute', session: one.session, amount: 399 });
    await until(one, 'FULFILLED', 20);
    await executeStripeControl(product, { do: 'closeDispute', session: one.session, outcome: 'won' });
    await until(one, 'FULFILLED', 59);
  });

  test('is cancelled with its account, and a payment that still arrives is refunded', async () => {
    const [open, paid] = [await buyer(), await buyer()];
    await executeStripeControl(product, { do: 'deliver', how: { mode: 'dropped' } });
    await executeStripeControl(product, { do: 'pay', session: paid.session });
    for (const { who } of [open, paid]) await who.api.deleteAccount({ params: { id: who.accountId } });
    await expect.poll(async () => (await admin.api.getOrder({ params: open.params })).status, soon).toBe('CANCELLED');
    await expect.poll(async () => (await admin.api.getOrder({ params: paid.params })).status, soon).toBe('REFUNDED');
    expect(await orderTotalsOf(product, paid.order.id)).toMatchObject({ kept: 0 });
  });
});

describe('GET orders', () => {
  test('lists orders to administrators by account, state, package and time', async () => {
    const [one, other] = [await buyer(), await buyer()];
    await executeStripeControl(product, { do: 'pay', session: one.session });
    await until(one, 'FULFILLED', 70);
    const listed = async (filter: object, sort = 'createdAt ASC') => {
      const { items } = await admin.api.listAllOrders({ query: { filter: JSON.stringify(filter), sort } });
      return items.map(({ id }) => id);
    };
    const both = { accountId: [one.who.accountId, other.who.accountId] };
    await expect.poll(() => listed(both), soon).toEqual([one.order.id, other.order.id]);
    expect(await listed(both, 'createdAt DESC')).toEqual([other.order.id, one.order.id]);
    await expect.poll(() => listed({ ...both, status: 'FULFILLED' }), soon).toEqual([one.order.id]);
    expect(await listed({ ...both, packageId: 'starter', createdAt: { gt: other.order.createdAt } })).toEqual([]);
    const [first] = (await admin.api.listAllOrders({ query: { filter: JSON.stringify({ id: one.order.id }) } })).items;
    expect(await admin.api.getAnyOrder({ params: one.order })).toEqual(first);
    expect(first).toEqual(await one.who.api.getOrder({ params: one.params }));
  });

  test('answers 403 to moderators and users, and 401 without a sign-in', async () => {
    for (const person of [product.person('mod', 'moderator'), product.person('ada')])
      await expect(person.api.listAllOrders({})).rejects.toMatchObject({ status: 403 });
    await expect(product.anonymous.listAllOrders({})).rejects.toMatchObject({ status: 401 });
    for (const query of [{ filter: '{"paymentIntentId":"x"}' }, { filter: '{"status":"LOST"}' }, { sort: 'status ASC' }])
      await expect(admin.api.listAllOrders({ query })).rejects.toMatchObject({ status: 400 });
  });
});

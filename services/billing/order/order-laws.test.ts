import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderId } from './order.fixture.ts';
import {
  anyOrderStep,
  anyRepetition,
  interleavingsUpTo,
  orderStepsOf,
  repetitionOf,
  stripeSequences,
  tamperings,
  violatedLawAfter,
} from './order-laws.fixture.ts';
import { OrderSimulation } from './order-world.fixture.ts';

// `order-laws.long.test.ts` extends these tests to interleavings of six steps and to 20,000 random interleavings.

test.each(stripeSequences.map((story) => [story.join(', '), story] as const))(
  'order after %s: credits match the money kept in every interleaving of up to four steps',
  async (_, story) => {
    for (const word of interleavingsUpTo(4, story)) expect([word, await violatedLawAfter(orderStepsOf(story, word))]).toEqual([word, null]);
  },
  60_000,
);

test('order: credits match the money kept under random actions, repeated steps and lost events', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyOrderStep, { maxLength: 14 }), anyRepetition, async (happenings, times) => {
      expect(await violatedLawAfter(happenings, { repetition: repetitionOf(times) })).toBeNull();
    }),
    { numRuns: 400 },
  );
});

test.each(Object.keys(tamperings))('order laws detect the tampering: %s', async (control) => {
  const { [control]: tamper } = tamperings;
  const faults = [];
  for (const story of stripeSequences) faults.push(await violatedLawAfter(orderStepsOf(story, ['on', 0, 'on', 1, 'on', 2]), tamper && { tamper }));
  expect(faults.filter((fault) => fault !== null).length).toBeGreaterThan(0);
});

describe('order under faults', () => {
  const begun = async (): Promise<OrderSimulation> => {
    const world = new OrderSimulation();
    await world.begin();
    return world;
  };
  const after = async (world: OrderSimulation, ...happenings: Parameters<OrderSimulation['happen']>[0][]) => {
    for (const happening of happenings) await world.happen(happening);
    return { status: (await world.order()).status, ...world.entered };
  };

  test.each(['refundSome', 'dispute'] as const)(
    'keeps the effect of %s when an older answer of Stripe arrives after a newer answer',
    async (deed) => {
      const world = new OrderSimulation();
      await world.begin();
      await after(world, 'pay', { deliver: 0 });
      const { read } = world.stripe.payments;
      world.stripe.payments.read = async (sessionId) => {
        const answer = await read(sessionId);
        world.stripe.payments.read = read;
        // The action happens while this answer is in transit, and a quicker answer reports it.
        world.stripe.do(deed);
        await world.activities.followPayment({ orderId, sessionId: null, isLate: false });
        return answer;
      };
      await world.activities.followPayment({ orderId, sessionId: null, isLate: false });
      await world.activities.followOrder({ orderId });
      expect(world.entered.credits).toBe(world.due);
      expect(world.log.streams.get(`order-${orderId}`)?.map(({ type }) => type)).not.toContain('RefundFailed');
    },
  );

  test('opens the same session again when the answer to its creation was lost', async () => {
    const world = new OrderSimulation();
    world.stripe.luck = ['not answered', 'not answered', 'good'];
    await world.begin();
    expect(await after(world, 'pay', { deliver: 0 })).toEqual({ status: 'FULFILLED', credits: 200, grants: 1 });
  });

  test('fails and takes no money when Stripe is unavailable while the session is opened', async () => {
    const world = new OrderSimulation();
    world.stripe.luck = Array.from({ length: 4 }, () => 'not done');
    await world.begin();
    expect(await world.order()).toMatchObject({ status: 'FAILED', problem: 'UNAVAILABLE' });
  });

  test('is fulfilled by a read of Stripe after the session ends when no event came', async () => {
    expect(await after(await begun(), 'pay', 'wait')).toEqual({ status: 'FULFILLED', credits: 200, grants: 1 });
  });

  test('is refunded by the reconciler when no event announced the refund', async () => {
    const world = await begun();
    await after(world, 'pay', { deliver: 0 }, 'refund');
    const lines = await world.reconcile();
    expect(lines).toEqual([expect.stringMatching(/^refund.created of .* had not come: evt_1 is in the inbox now$/)]);
    expect(await after(world)).toEqual({ status: 'REFUNDED', credits: 0, grants: 1 });
    expect(await world.reconcile()).toEqual([]);
  });

  test('ignores an event that is repeated thirty days later', async () => {
    const world = await begun();
    await after(world, 'pay', { deliver: 0 }, 'refund', { deliver: 1 });
    await world.end();
    expect(await after(world, { deliver: 0 }, { deliver: 1 })).toEqual({ status: 'REFUNDED', credits: 0, grants: 1 });
  });

  test('grants its credits when Stripe is unavailable for thirty calls after the payment', async () => {
    const world = await begun();
    world.stripe.luck = Array.from({ length: 30 }, () => 'not done');
    expect(await after(world, 'pay', { deliver: 0 })).toMatchObject({ status: 'PENDING', credits: 0 });
    await world.end();
    expect(await after(world)).toEqual({ status: 'FULFILLED', credits: 200, grants: 1 });
  });

  test('has no credits when the money is refunded before the grant', async () => {
    expect(await after(await begun(), 'pay', 'refund', { deliver: 1 }, { deliver: 0 })).toEqual({ status: 'REFUNDED', credits: 0, grants: 1 });
  });

  test('grants no credits for another amount and refunds the payment', async () => {
    const world = await begun();
    expect(await after(world, 'payLess', { deliver: 0 })).toEqual({ status: 'REFUNDED', credits: 0, grants: 0 });
    expect(world.stripe.kept).toBe(0);
  });

  test('refunds the payment when the account is deleted before the grant', async () => {
    const world = await begun();
    expect(await after(world, 'pay', 'deleteAccount')).toMatchObject({ status: 'REFUNDED' });
    expect([world.stripe.kept, world.entered.credits]).toEqual([0, 0]);
  });
});

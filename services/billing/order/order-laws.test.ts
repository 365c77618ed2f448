import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderId } from './order.fixture.ts';
import { anyHappening, anyRepetition, controls, faultAfter, happeningsOf, repeating, stories, wordsUpTo } from './order-laws.fixture.ts';
import { OrderWorld } from './order-world.fixture.ts';

// `order-laws.long.test.ts` goes on to words of six and to thousands of random ones.

test.each(stories.map((story) => [story.join(', '), story] as const))(
  '%s: told in every way of up to four, it comes to the money that was kept',
  async (_, story) => {
    for (const word of wordsUpTo(4, story)) expect([word, await faultAfter(happeningsOf(story, word))]).toEqual([word, null]);
  },
  60_000,
);

test('whatever happens, however often each step is done, and whatever is lost, credits are those of the money that was kept', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyHappening, { maxLength: 14 }), anyRepetition, async (happenings, times) => {
      expect(await faultAfter(happenings, { repetition: repeating(times) })).toBeNull();
    }),
    { numRuns: 400 },
  );
});

test.each(Object.keys(controls))('control: %s is noticed', async (control) => {
  const { [control]: tamper } = controls;
  const faults = [];
  for (const story of stories) faults.push(await faultAfter(happeningsOf(story, ['on', 0, 'on', 1, 'on', 2]), tamper && { tamper }));
  expect(faults.filter((fault) => fault !== null).length).toBeGreaterThan(0);
});

describe('a bad day', () => {
  const begun = async (): Promise<OrderWorld> => {
    const world = new OrderWorld();
    await world.begin();
    return world;
  };
  const after = async (world: OrderWorld, ...happenings: Parameters<OrderWorld['happen']>[0][]) => {
    for (const happening of happenings) await world.happen(happening);
    return { status: (await world.order()).status, ...world.entered };
  };

  test.each(['refundSome', 'dispute'] as const)('%s: an answer from before it, which comes after one with it, does not undo it', async (deed) => {
    const world = new OrderWorld();
    await world.begin();
    await after(world, 'pay', { deliver: 0 });
    const { read } = world.stripe.payments;
    world.stripe.payments.read = async (sessionId) => {
      const answer = await read(sessionId);
      world.stripe.payments.read = read;
      // On the way of this answer something happens, and a quicker one tells of it.
      world.stripe.do(deed);
      await world.activities.followPayment({ orderId, sessionId: null, isLate: false });
      return answer;
    };
    await world.activities.followPayment({ orderId, sessionId: null, isLate: false });
    await world.activities.followOrder({ orderId });
    expect(world.entered.credits).toBe(world.due);
    expect(world.log.streams.get(`order-${orderId}`)?.map(({ type }) => type)).not.toContain('RefundFailed');
  });

  test('the session was made and the answer lost: the same session is opened again', async () => {
    const world = new OrderWorld();
    world.stripe.luck = ['not answered', 'not answered', 'good'];
    await world.begin();
    expect(await after(world, 'pay', { deliver: 0 })).toEqual({ status: 'FULFILLED', credits: 200, grants: 1 });
  });

  test('Stripe is away when it is to open one: the order failed, and no money is taken', async () => {
    const world = new OrderWorld();
    world.stripe.luck = Array.from({ length: 4 }, () => 'not done');
    await world.begin();
    expect(await world.order()).toMatchObject({ status: 'FAILED', problem: 'UNAVAILABLE' });
  });

  test('no word of it came: at the end of its time Stripe is asked', async () => {
    expect(await after(await begun(), 'pay', 'wait')).toEqual({ status: 'FULFILLED', credits: 200, grants: 1 });
  });

  test('no word came of a refund, months after the run has ended: the reconciler finds it, and says so', async () => {
    const world = await begun();
    await after(world, 'pay', { deliver: 0 }, 'refund');
    const lines = await world.reconcile();
    expect(lines).toEqual([expect.stringMatching(/^refund.created of .* had not come: evt_1 is in the inbox now$/)]);
    expect(await after(world)).toEqual({ status: 'REFUNDED', credits: 0, grants: 1 });
    expect(await world.reconcile()).toEqual([]);
  });

  test('the same word comes thirty days late, and after everything', async () => {
    const world = await begun();
    await after(world, 'pay', { deliver: 0 }, 'refund', { deliver: 1 });
    await world.end();
    expect(await after(world, { deliver: 0 }, { deliver: 1 })).toEqual({ status: 'REFUNDED', credits: 0, grants: 1 });
  });

  test('Stripe is away for two hours after it was paid', async () => {
    const world = await begun();
    world.stripe.luck = Array.from({ length: 30 }, () => 'not done');
    expect(await after(world, 'pay', { deliver: 0 })).toMatchObject({ status: 'PENDING', credits: 0 });
    await world.end();
    expect(await after(world)).toEqual({ status: 'FULFILLED', credits: 200, grants: 1 });
  });

  test('the money is given back before it was granted', async () => {
    expect(await after(await begun(), 'pay', 'refund', { deliver: 1 }, { deliver: 0 })).toEqual({ status: 'REFUNDED', credits: 0, grants: 1 });
  });

  test('another amount was paid: nothing is granted, and the money goes back by itself', async () => {
    const world = await begun();
    expect(await after(world, 'payLess', { deliver: 0 })).toEqual({ status: 'REFUNDED', credits: 0, grants: 0 });
    expect(world.stripe.kept).toBe(0);
  });

  test('the account goes between payment and grant: the money goes back', async () => {
    const world = await begun();
    expect(await after(world, 'pay', 'deleteAccount')).toMatchObject({ status: 'REFUNDED' });
    expect([world.stripe.kept, world.entered.credits]).toEqual([0, 0]);
  });
});

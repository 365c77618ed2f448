import { orderProblem, orderStatus } from '@waystory/proto/billing/order.ts';
import { describe, expect, test } from 'vitest';
import { openOrder } from '../testing/order.fixture.ts';
import { endedWithoutCredits, isCancellable, type OrderStage, pollingPauseOf, stageOf } from './order-stage.ts';

describe('Order stage', () => {
  test.each([
    [{ status: 'PENDING', stripeCheckoutUrl: null }, 'opening'],
    [{ status: 'PENDING' }, 'open'],
    [{ status: 'PENDING', problem: 'DECLINED' }, 'open'],
    [{ status: 'PROCESSING' }, 'processing'],
    [{ status: 'PAID' }, 'arriving'],
    [{ status: 'PAID', problem: 'AMOUNT_DIFFERS' }, 'held'],
    [{ status: 'FULFILLED' }, 'fulfilled'],
    [{ status: 'EXPIRED' }, 'expired'],
    [{ status: 'CANCELLED' }, 'cancelled'],
    [{ status: 'FAILED', problem: 'DECLINED' }, 'declined'],
    [{ status: 'FAILED', problem: 'UNAVAILABLE' }, 'failed'],
    [{ status: 'FAILED', problem: 'AMOUNT_DIFFERS' }, 'held'],
    [{ status: 'REFUNDED' }, 'refunded'],
  ] as const)('of %o is %s', (known, stage) => {
    expect(stageOf({ ...openOrder, ...known })).toBe(stage);
  });

  test('allows cancellation only before payment, and ends without credits only when expired, cancelled, declined or failed', () => {
    const stages = orderStatus.options.flatMap((status) =>
      [null, ...orderProblem.options].map((problem) => stageOf({ ...openOrder, status, problem })),
    );
    expect(new Set(stages.filter(isCancellable))).toEqual(new Set<OrderStage>(['open']));
    expect(new Set(stages.filter(endedWithoutCredits))).toEqual(new Set<OrderStage>(['expired', 'cancelled', 'declined', 'failed']));
  });
});

describe('Order polling', () => {
  test('of an open order backs off from less than 1 s to 5 s', () => {
    const looks = [1, 2, 3, 4, 20].map((count) => pollingPauseOf('open', count));
    expect(looks[0]).toBeLessThan(1_000);
    expect(looks).toEqual([...looks].sort((a, b) => Number(a) - Number(b)));
    expect(looks.at(-1)).toBe(5_000);
  });

  test('of a processing order backs off to 30 s', () => {
    expect(pollingPauseOf('processing', 100)).toBe(30_000);
  });

  test.each(['fulfilled', 'expired', 'cancelled', 'declined', 'failed', 'refunded'] as const)('stops once the order is %s', (stage) => {
    expect(pollingPauseOf(stage, 1)).toBeNull();
  });
});

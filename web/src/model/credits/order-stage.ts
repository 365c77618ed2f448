import type { Order } from '@waystory/proto/billing/order.ts';

/**
 * Stage of an order for its buyer. `opening`: Stripe has not answered yet. `open`: payable. `processing`: the payment is pending. `arriving`: paid,
 * and the credits will follow. `held`: the paid amount differs from the order. All others are final.
 */
export type OrderStage =
  | 'opening'
  | 'open'
  | 'processing'
  | 'arriving'
  | 'held'
  | 'fulfilled'
  | 'expired'
  | 'cancelled'
  | 'declined'
  | 'failed'
  | 'refunded';

type Known = Pick<Order, 'status' | 'problem' | 'stripeCheckoutUrl'>;

/** Stage of an order by its status. */
export function stageOf({ status, problem, stripeCheckoutUrl }: Known): OrderStage {
  switch (status) {
    case 'PENDING':
      return stripeCheckoutUrl === null ? 'opening' : 'open';
    case 'PROCESSING':
      return 'processing';
    case 'PAID':
      return problem === 'AMOUNT_DIFFERS' ? 'held' : 'arriving';
    case 'FULFILLED':
      return 'fulfilled';
    case 'EXPIRED':
      return 'expired';
    case 'CANCELLED':
      return 'cancelled';
    case 'FAILED':
      return problem === 'DECLINED' ? 'declined' : problem === 'AMOUNT_DIFFERS' ? 'held' : 'failed';
    case 'REFUNDED':
      return 'refunded';
    default:
      return status satisfies never;
  }
}

/** First and longest polling pause, milliseconds: for stages that last moments, and for stages that may last days. */
const ofMoments = [700, 5_000] as const;
const ofDays = [3_000, 30_000] as const;
/** Growth factor of the pauses. */
const slower = 1.4;

const pauseAfter = ([first, longest]: readonly [number, number], looks: number): number =>
  Math.min(first * slower ** Math.max(0, looks - 1), longest);

/** Polling pause of an order after this many polls, milliseconds; null in a final stage. Delayed payments and held orders are polled rarely. */
export function pollingPauseOf(stage: OrderStage, looks: number): number | null {
  switch (stage) {
    case 'opening':
    case 'open':
    case 'arriving':
      return pauseAfter(ofMoments, looks);
    case 'processing':
    case 'held':
      return pauseAfter(ofDays, looks);
    default:
      return null;
  }
}

/** True for an order that ended without credits, so that a new purchase makes sense. */
export const endedWithoutCredits = (stage: OrderStage): boolean => ['expired', 'cancelled', 'declined', 'failed'].includes(stage);

/** True while the order can be cancelled. */
export const isCancellable = (stage: OrderStage): boolean => stage === 'opening' || stage === 'open';

/** True for a Stripe test payment, which moves no money. */
export const isTestPayment = ({ stripeSessionId }: Pick<Order, 'stripeSessionId'>): boolean => stripeSessionId?.startsWith('cs_test_') ?? false;

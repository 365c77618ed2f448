import type { Order } from '@waystory/proto/billing/order.ts';

/**
 * How far an order is for whoever made it. `opening`: Stripe has not answered yet. `open`: it can be paid. `processing`: the money is under way.
 * `arriving`: it is paid, and its credits are about to come. `held`: what was paid is not what the order says. The others are ends.
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

/** First and longest pause between two looks, milliseconds: at what passes within moments, and at what may take days. */
const ofMoments = [700, 5_000] as const;
const ofDays = [3_000, 30_000] as const;
/** From one pause to the next. */
const slower = 1.4;

const pauseAfter = ([first, longest]: readonly [number, number], looks: number): number =>
  Math.min(first * slower ** Math.max(0, looks - 1), longest);

/**
 * Milliseconds until an order is looked at again, after this many looks; null when nothing more is to come by itself. Money that takes days, and
 * what somebody has to look into, are looked at now and then.
 */
export function nextLook(stage: OrderStage, looks: number): number | null {
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

/** Whether it ended without credits, so that somebody may want to buy the same again. */
export const isLost = (stage: OrderStage): boolean => ['expired', 'cancelled', 'declined', 'failed'].includes(stage);

/** Whether it can still be called off. */
export const isCancellable = (stage: OrderStage): boolean => stage === 'opening' || stage === 'open';

/** Whether Stripe took it for a trial: no money moved. */
export const isTest = ({ stripeSessionId }: Pick<Order, 'stripeSessionId'>): boolean => stripeSessionId?.startsWith('cs_test_') ?? false;

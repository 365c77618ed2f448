import type { OrderStatus } from '@waystory/proto/billing/order.ts';
import type { ControlInput } from '@waystory/services/sandbox/stripe/control/control.ts';
import { until } from '../environment/progress.ts';
import type { CheckoutDrillContext } from './controls.ts';

type Act<C = ControlInput> = C extends { session: string } ? Omit<C, 'session'> : never;

/** Act of the buyer, the administrator or the bank about one order; the acts of a list happen at once. */
type OrderAct =
  | 'cancel'
  /** The administrator refunds the order as soon as the API allows it. */
  | 'refund'
  /** Waits for a trace in the log, with a timeout, because its event may be lost. */
  | { comes: string }
  | Act
  | readonly OrderAct[];

/** A course of an order, as the buyer, the administrator and the bank decide it. */
export interface OrderCourse {
  name: string;
  ends: readonly OrderStatus[];
  /** Traces in their usual order; a kill can be aimed at each. */
  steps: readonly string[];
  /** Acts after the order was placed. */
  acts: readonly OrderAct[];
}

const session = 'inbox: checkout.session';
const granting = ['OrderPaid', 'CreditsGranted', 'OrderFulfilled'];
const pay = { do: 'pay' } as const;
const payLater = (outcome: 'success' | 'fail'): OrderAct[] => [{ do: 'payLater' }, { comes: 'PaymentAwaited' }, { do: 'settleLater', outcome }];

export const orderCourses: readonly OrderCourse[] = [
  {
    ...{ name: 'paid', ends: ['FULFILLED'], acts: [pay] },
    steps: ['OrderPlaced', 'Stripe: opened', 'CheckoutOpened', 'Stripe: paid', `${session}.completed`, ...granting],
  },
  {
    ...{ name: 'refunded', ends: ['REFUNDED'], acts: [pay, 'refund'] },
    steps: ['RefundRequested', 'Stripe: refunded', 'OrderRefunded', 'CreditsRevoked'],
  },
  {
    ...{ name: 'paid later', ends: ['FULFILLED'], acts: payLater('success') },
    steps: ['Stripe: taken', `${session}.completed`, 'PaymentAwaited', 'Stripe: paid', `${session}.async_payment_succeeded`, ...granting],
  },
  { name: 'cancelled', ends: ['CANCELLED'], acts: ['cancel'], steps: ['CancellationRequested', 'Stripe: expired', 'OrderCancelled'] },
  {
    ...{ name: 'refunded before it was granted', ends: ['REFUNDED'], acts: [pay, { do: 'refund' }] },
    steps: ['Stripe: refunded', 'OrderPaid', 'CreditsGranted'],
  },
  {
    ...{ name: 'disputed and won', ends: ['FULFILLED'] },
    acts: [pay, { comes: 'OrderFulfilled' }, { do: 'dispute' }, { comes: 'CreditsRevoked' }, { do: 'closeDispute', outcome: 'won' }],
    steps: ['Stripe: disputed', 'OrderDisputed', 'CreditsRevoked', 'Stripe: dispute won', 'DisputeWon', 'CreditsRestored'],
  },
  {
    ...{ name: 'never paid', ends: ['FAILED'], acts: payLater('fail') },
    steps: ['PaymentAwaited', `${session}.async_payment_failed`, 'OrderFailed'],
  },
  { name: 'expired', ends: ['EXPIRED'], acts: [{ do: 'expire' }], steps: ['Stripe: expired', `${session}.expired`, 'OrderExpired'] },
  {
    ...{ name: 'declined, then paid, and refunded in part', ends: ['FULFILLED'] },
    acts: [{ do: 'decline' }, pay, { comes: 'OrderFulfilled' }, { do: 'refund', amount: 199 }],
    steps: ['CreditsGranted', 'Stripe: refunded', 'OrderRefunded', 'CreditsRevoked'],
  },
  {
    ...{ name: 'disputed and lost', ends: ['FULFILLED'], steps: ['OrderDisputed', 'CreditsRevoked'] },
    acts: [pay, { do: 'dispute' }, { comes: 'CreditsRevoked' }, { do: 'closeDispute', outcome: 'lost' }],
  },
  { name: 'paid and cancelled at once', ends: ['FULFILLED', 'CANCELLED'], acts: [[pay, 'cancel']], steps: ['CancellationRequested'] },
];

/** Steps that need no event of Stripe. */
export const stepsWithoutEvent: readonly string[] = [
  'OrderPlaced',
  'Stripe: opened',
  'CheckoutOpened',
  'Stripe: paid',
  'Stripe: taken',
  'Stripe: expired',
  'CancellationRequested',
];

/** Each order course with each of its steps, sorted by the index of the step, so that aims at one course are not adjacent. */
export const killAims: readonly { story: OrderCourse; step: string }[] = orderCourses
  .flatMap((story) => story.steps.map((step, index) => ({ story, step, index })))
  .sort((one, other) => one.index - other.index);

/** Timeout of the wait for a trace, milliseconds. A lost event arrives only after a query to Stripe. */
const comesWithinMs = 8_000;
const paidWithinMs = 300_000;

/** Plays a course with a new order. It ends early for an order that has no Stripe session, because Stripe was unavailable for too long. */
export async function playCourse({ buyers, stripe, log, random }: CheckoutDrillContext, tag: string, story: OrderCourse): Promise<void> {
  const draw = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const placed = await buyers.place(draw(buyers.accountIds) ?? '', draw(buyers.packages)?.id ?? '', tag);
  let order = placed;
  await until(async () => {
    order = await buyers.see(placed);
    return order.stripeSessionId !== null || order.status === 'FAILED';
  }, paidWithinMs);
  const { stripeSessionId } = order;
  if (!stripeSessionId) return;
  const isLogged = async (what: string): Promise<boolean> =>
    (await log.all()).some((one) => one.tag === tag && one.traces.some((trace) => trace.what === what));
  const perform = async (act: OrderAct): Promise<void> => {
    if (act === 'cancel') await buyers.cancel(order);
    else if (act === 'refund') await until(() => buyers.refund(order), paidWithinMs);
    else if (isSeveral(act)) await Promise.all(act.map(perform));
    else if ('comes' in act) await until(() => isLogged(act.comes), comesWithinMs);
    else await stripe.act({ ...act, session: stripeSessionId });
  };
  for (const act of story.acts) await perform(act);
}

const isSeveral = (act: OrderAct): act is readonly OrderAct[] => Array.isArray(act);

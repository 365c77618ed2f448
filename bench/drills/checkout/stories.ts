import type { Order, OrderStatus } from '@waystory/proto/billing/order.ts';
import type { ControlInput } from '@waystory/services/sandbox/stripe/control/control.ts';
import { until } from '../environment/progress.ts';
import type { Scene } from './controls.ts';

type Act<C = ControlInput> = C extends { session: string } ? Omit<C, 'session'> : never;

/** Acts of the buyer, the administrator and the bank about one order. */
interface OrderActor {
  order(): Promise<void>;
  atStripe(act: Act): Promise<void>;
  cancel(): Promise<void>;
  /** The administrator refunds it as soon as possible. */
  refund(): Promise<void>;
  /** Waits for a trace in the log, but not for ever: its event may be lost. */
  comes(what: string): Promise<void>;
}

/** A course of an order by the will of people and banks. */
export interface Story {
  name: string;
  ends: readonly OrderStatus[];
  /** Traces in their usual order; each is a moment to strike. */
  steps: readonly string[];
  play(actor: OrderActor): Promise<void>;
}

const session = 'inbox: checkout.session';
const granting = ['OrderPaid', 'CreditsGranted', 'OrderFulfilled'];

const payNow = async ({ order, atStripe }: OrderActor): Promise<void> => {
  await order();
  await atStripe({ do: 'pay' });
};
const payLater = async (actor: OrderActor, outcome: 'success' | 'fail'): Promise<void> => {
  await actor.order();
  await actor.atStripe({ do: 'payLater' });
  await actor.comes('PaymentAwaited');
  await actor.atStripe({ do: 'settleLater', outcome });
};

export const stories: readonly Story[] = [
  {
    name: 'paid',
    ends: ['FULFILLED'],
    steps: ['OrderPlaced', 'Stripe: opened', 'CheckoutOpened', 'Stripe: paid', `${session}.completed`, ...granting],
    play: payNow,
  },
  {
    name: 'refunded',
    ends: ['REFUNDED'],
    steps: ['RefundRequested', 'Stripe: refunded', 'OrderRefunded', 'CreditsRevoked'],
    async play(actor) {
      await payNow(actor);
      await actor.refund();
    },
  },
  {
    name: 'paid later',
    ends: ['FULFILLED'],
    steps: ['Stripe: taken', `${session}.completed`, 'PaymentAwaited', 'Stripe: paid', `${session}.async_payment_succeeded`, ...granting],
    play: (actor) => payLater(actor, 'success'),
  },
  {
    name: 'cancelled',
    ends: ['CANCELLED'],
    steps: ['CancellationRequested', 'Stripe: expired', 'OrderCancelled'],
    async play({ order, cancel }) {
      await order();
      await cancel();
    },
  },
  {
    name: 'refunded before it was granted',
    ends: ['REFUNDED'],
    steps: ['Stripe: refunded', 'OrderPaid', 'CreditsGranted'],
    async play(actor) {
      await payNow(actor);
      await actor.atStripe({ do: 'refund' });
    },
  },
  {
    name: 'disputed and won',
    ends: ['FULFILLED'],
    steps: ['Stripe: disputed', 'OrderDisputed', 'CreditsRevoked', 'Stripe: dispute won', 'DisputeWon', 'CreditsRestored'],
    async play(actor) {
      await payNow(actor);
      await actor.comes('OrderFulfilled');
      await actor.atStripe({ do: 'dispute' });
      await actor.comes('CreditsRevoked');
      await actor.atStripe({ do: 'closeDispute', outcome: 'won' });
    },
  },
  {
    name: 'never paid',
    ends: ['FAILED'],
    steps: ['PaymentAwaited', `${session}.async_payment_failed`, 'OrderFailed'],
    play: (actor) => payLater(actor, 'fail'),
  },
  {
    name: 'expired',
    ends: ['EXPIRED'],
    steps: ['Stripe: expired', `${session}.expired`, 'OrderExpired'],
    async play({ order, atStripe }) {
      await order();
      await atStripe({ do: 'expire' });
    },
  },
  {
    name: 'declined, then paid, and refunded in part',
    ends: ['FULFILLED'],
    steps: ['CreditsGranted', 'Stripe: refunded', 'OrderRefunded', 'CreditsRevoked'],
    async play({ order, atStripe, comes }) {
      await order();
      await atStripe({ do: 'decline' });
      await atStripe({ do: 'pay' });
      await comes('OrderFulfilled');
      await atStripe({ do: 'refund', amount: 199 });
    },
  },
  {
    name: 'disputed and lost',
    ends: ['FULFILLED'],
    steps: ['OrderDisputed', 'CreditsRevoked'],
    async play(actor) {
      await payNow(actor);
      await actor.atStripe({ do: 'dispute' });
      await actor.comes('CreditsRevoked');
      await actor.atStripe({ do: 'closeDispute', outcome: 'lost' });
    },
  },
  {
    name: 'paid and cancelled at once',
    ends: ['FULFILLED', 'CANCELLED'],
    steps: ['CancellationRequested'],
    async play({ order, atStripe, cancel }) {
      await order();
      await Promise.all([atStripe({ do: 'pay' }), cancel()]);
    },
  },
];

/** Steps without an event of Stripe. */
export const untold: readonly string[] = [
  'OrderPlaced',
  'Stripe: opened',
  'CheckoutOpened',
  'Stripe: paid',
  'Stripe: taken',
  'Stripe: expired',
  'CancellationRequested',
];

/** Each story with each of its steps, sorted by step, so that steps of one story are not adjacent. */
export const aims: readonly { story: Story; step: string }[] = stories
  .flatMap((story) => story.steps.map((step, index) => ({ story, step, index })))
  .sort((one, other) => one.index - other.index);

/** A lost event arrives only after a query to Stripe. */
const comesWithinMs = 8_000;
const paidWithinMs = 300_000;

/** Plays a story with an order. An order that can never be paid ends there. */
export async function play({ buyers, stripe, log, random }: Scene, tag: string, story: Story): Promise<void> {
  const draw = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const [accountId, wanted] = [draw(buyers.accountIds) ?? '', draw(buyers.packages)?.id ?? ''];
  let order: Order | undefined;
  const known = (): Order => {
    if (!order?.stripeSessionId) throw new Unpayable();
    return order;
  };
  const actor: OrderActor = {
    async order() {
      order = await buyers.place(accountId, wanted, tag);
      const placed = order;
      await until(async () => {
        order = await buyers.see(placed);
        return order.stripeSessionId !== null || order.status === 'FAILED';
      }, paidWithinMs);
      known();
    },
    atStripe: (act) => stripe.act({ ...act, session: known().stripeSessionId ?? '' }),
    cancel: () => buyers.cancel(known()),
    async refund() {
      await until(() => buyers.refund(known()), paidWithinMs);
    },
    async comes(what) {
      await until(async () => (await log.all()).some((one) => one.tag === tag && one.traces.some((trace) => trace.what === what)), comesWithinMs);
    },
  };
  await story.play(actor).catch((error: unknown) => {
    if (!(error instanceof Unpayable)) throw error;
  });
}

/** The order cannot be paid, because Stripe was unavailable for too long. */
class Unpayable extends Error {}

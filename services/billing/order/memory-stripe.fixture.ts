import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { PaymentRefused, type Payments } from '@waystory/infra/payments/port.ts';
import type { Dispute, Payment } from '@waystory/proto/billing/payment.ts';
import type { StripeNotice } from '@waystory/proto/billing/stripe-event.ts';

/** Actions of customers, banks and time. An action that the session does not allow does nothing. */
export const stripeActions = [
  'pay',
  'payLess',
  'payLater',
  'settle',
  'fail',
  'lapse',
  'refundSome',
  'refund',
  'refundFails',
  'dispute',
  'win',
  'lose',
] as const;
export type StripeAction = (typeof stripeActions)[number];

interface Session extends Omit<Payment, 'refunds' | 'disputes'> {
  refunds: { id: string; amount: number }[];
  disputes: Dispute[];
}

/** Outcome of a call: done and answered, not done, or done with its answer lost. */
export type CallOutcome = 'good' | 'not done' | 'not answered';

/** Stripe for one order, in memory. Reads are always current; the test delivers, repeats or drops events. */
export class MemoryStripe {
  session: Session | null = null;
  readonly told: StripeNotice[] = [];
  /** Outcomes of the next calls; further calls succeed. */
  luck: CallOutcome[] = [];
  readonly #keys = new Set<string>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  readonly payments: Payments = {
    forget: async () => {},
    openCheckout: ({ orderId, amount, currency, expiresAt }) =>
      this.#call(() => {
        this.session ??= {
          ...{ sessionId: 'cs_1', orderId, session: 'OPEN', url: 'https://stripe.example/cs_1', expiresAt: expiresAt.toISOString() },
          ...{ state: 'NONE', paymentIntentId: null, amount, currency, refunds: [], disputes: [] },
        };
        return structuredClone(this.session);
      }),
    read: () => this.#call(() => structuredClone(this.#opened())),
    expire: () => this.#call(() => this.#expire()),
    refund: (_, key) =>
      this.#call(() => {
        if (this.#keys.has(key)) return;
        if (this.#opened().disputes.some(({ outcome }) => outcome === 'OPEN')) throw new PaymentRefused('charge_disputed', null);
        if (this.#left() <= 0) throw new PaymentRefused('charge_already_refunded', null);
        this.#keys.add(key);
        this.#giveBack(this.#left());
      }),
    orderOf: () => this.#call(() => this.session?.orderId ?? null),
    eventsSince: (from) => {
      const since = this.told.filter(({ createdAt }) => Date.parse(createdAt) >= from.getTime() - 999);
      return (async function* () {
        yield* since.toReversed();
      })();
    },
    notice: async () => Promise.reject(new Error('Nothing is posted here')),
  };

  /** Money kept, minor units. */
  get kept(): number {
    const { state, amount, refunds, disputes } = this.session ?? { state: 'NONE', amount: 0, refunds: [], disputes: [] };
    const gone = [...refunds, ...disputes.filter(({ outcome }) => outcome !== 'WON')].reduce((sum, one) => sum + one.amount, 0);
    return state === 'SUCCEEDED' ? Math.max(0, amount - gone) : 0;
  }

  do(deed: StripeAction): void {
    const { session } = this;
    if (!session) return;
    const isOpen = session.session === 'OPEN';
    const isPaid = session.state === 'SUCCEEDED';
    const dispute = session.disputes.find(({ outcome }) => outcome === 'OPEN');
    if ((deed === 'pay' || deed === 'payLess') && isOpen) this.#pay(deed === 'payLess' ? session.amount - 1 : session.amount);
    else if (deed === 'payLater' && isOpen) this.#end('PROCESSING', 'checkout.session.completed');
    else if (deed === 'settle' && session.state === 'PROCESSING') this.#end('SUCCEEDED', 'checkout.session.async_payment_succeeded');
    else if (deed === 'fail' && session.state === 'PROCESSING') this.#end('DECLINED', 'checkout.session.async_payment_failed');
    else if (deed === 'lapse') this.#expire();
    else if (deed === 'refundSome' && isPaid && this.#left() > 1) this.#giveBack(Math.floor(this.#left() / 2));
    else if (deed === 'refund' && isPaid && this.#left() > 0) this.#giveBack(this.#left());
    else if (deed === 'refundFails' && session.refunds.pop()) this.#tell('refund.failed');
    else if (deed === 'dispute' && isPaid && session.disputes.length === 0 && this.#left() > 0) this.#dispute(session);
    else if (deed === 'win' && dispute) this.#decide(dispute, 'WON');
    else if (deed === 'lose' && dispute) this.#decide(dispute, 'LOST');
  }

  #opened(): Session {
    if (!this.session) throw new PaymentRefused('resource_missing', null);
    return this.session;
  }

  #left(): number {
    const { amount, refunds } = this.#opened();
    return amount - refunds.reduce((sum, one) => sum + one.amount, 0);
  }

  #pay(amount: number): void {
    Object.assign(this.#opened(), { amount });
    this.#end('SUCCEEDED', 'checkout.session.completed');
  }

  #end(state: Payment['state'], type: string): void {
    Object.assign(this.#opened(), { session: 'COMPLETE', url: null, state, paymentIntentId: 'pi_1' });
    this.#tell(type);
  }

  #expire(): void {
    const session = this.#opened();
    if (session.session !== 'OPEN') return;
    Object.assign(session, { session: 'EXPIRED', url: null });
    this.#tell('checkout.session.expired');
  }

  #giveBack(amount: number): void {
    this.#opened().refunds.push({ id: `re_${this.told.length}`, amount });
    this.#tell('refund.created');
  }

  #dispute(session: Session): void {
    session.disputes.push({ id: `dp_${this.told.length}`, amount: this.#left(), outcome: 'OPEN' });
    this.#tell('charge.dispute.created');
  }

  #decide(dispute: Dispute, outcome: Dispute['outcome']): void {
    dispute.outcome = outcome;
    this.#tell('charge.dispute.closed');
  }

  /** Only session events contain the ids of order and session; other events contain the id of the payment. */
  #tell(type: string): void {
    const { orderId, sessionId, paymentIntentId } = this.#opened();
    const ofSession = type.startsWith('checkout.session');
    const about = ofSession ? { objectId: sessionId, orderId, sessionId } : { objectId: 'x', orderId: null, sessionId: null };
    this.told.push({ eventId: `evt_${this.told.length}`, type, createdAt: this.#now().toISOString(), ...about, paymentIntentId });
  }

  async #call<T>(work: () => T): Promise<T> {
    const luck = this.luck.shift() ?? 'good';
    if (luck === 'not done') throw new EngineUnavailable('stripe', null);
    const result = work();
    if (luck === 'not answered') throw new EngineUnavailable('stripe', null);
    return result;
  }
}

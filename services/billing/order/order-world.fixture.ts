import type { ReactorServices } from '@waystory/infra/host/service.ts';
import type { Activities } from '@waystory/infra/workflows/workflow.ts';
import { balanceChangeOf } from '@waystory/proto/billing/credit.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { handOnStripeEvents } from '../stripe-event/hand-on.reactor.ts';
import { stripeEventId, stripeEventStream } from '../stripe-event/stripe-event.ts';
import { checkoutWorkflow } from './checkout.workflow.ts';
import { MemoryEngine, MemoryLog, type Repetition } from './memory-engine.fixture.ts';
import { type CallOutcome, MemoryStripe, type StripeAction } from './memory-stripe.fixture.ts';
import { type OrderActivities, orderActivities } from './order.activities.ts';
import { accountId, explorerPackage, orderId } from './order.fixture.ts';
import { type Order, type OrderCommand, orderStream } from './order.ts';
import { orderUpdateWorkflow } from './order-update.workflow.ts';
import { checkoutRunId, orderUpdateRunId } from './runs.ts';

/** A step of a test: an action at Stripe or here, the delivery of an event, or passing time. */
export type OrderStep = StripeAction | { deliver: number } | 'cancel' | 'askRefund' | 'deleteAccount' | 'wait' | { luck: CallOutcome[] };

export interface Tampering {
  /** Alters activities, for controls that the laws must detect. */
  tamper?: (activities: OrderActivities, world: OrderSimulation) => OrderActivities;
  repetition?: Repetition;
}

const day = 86_400_000;

/** One order with the real rules, activities, workflows, inbox, reactor and reconciler over an in-memory log, engine and Stripe. */
export class OrderSimulation {
  readonly log = new MemoryLog();
  readonly engine: MemoryEngine;
  readonly stripe: MemoryStripe;
  /** Activities, for tests that call them directly. */
  readonly activities: OrderActivities;
  #reconciliations = 0;

  constructor({ tamper = (activities) => activities, repetition }: Tampering = {}) {
    const date = (): Date => new Date(this.engine.now);
    this.stripe = new MemoryStripe(date);
    const config = { PUBLIC_ORIGIN: 'https://waystory.example', CHECKOUT_MINUTES: 60 };
    const services = { commands: this.log.commands, events: this.log, payments: this.stripe.payments, config, now: date };
    this.activities = orderActivities(services);
    this.engine = new MemoryEngine(Date.parse('2026-01-01T00:00:00Z'), () => tamper(this.activities, this) as Activities, repetition);
  }

  async begin(): Promise<void> {
    this.log.append(`account-${accountId}`, { type: 'AccountCreated', data: { accountId } }, this.#at());
    await this.#execute({ type: 'PlaceOrder', accountId, package: explorerPackage, returnTo: '/profile' });
    await this.engine.workflows.start(checkoutWorkflow, checkoutRunId(orderId), { orderId });
    await this.engine.settle();
  }

  async happen(happening: OrderStep): Promise<void> {
    if (happening === 'wait') await this.engine.tick(this.engine.now + day);
    else if (happening === 'cancel') await this.#cancel('OWNER');
    else if (happening === 'askRefund') await this.#askRefund();
    else if (happening === 'deleteAccount') {
      this.log.append(`account-${accountId}`, { type: 'AccountDeleted', data: { accountId } }, this.#at());
      await this.#cancel('ACCOUNT_GONE');
    } else if (typeof happening === 'string') this.stripe.do(happening);
    else if ('luck' in happening) this.stripe.luck.push(...happening.luck);
    else await this.#deliver(happening.deliver);
    await this.engine.settle();
  }

  /** Advances time until no run waits, and reconciles lost events. */
  async end(): Promise<void> {
    this.stripe.luck = [];
    for (let round = 0; round < 3; round++) {
      this.engine.now += 20 * day;
      await this.reconcile();
      while (await this.engine.tick()) await this.#lapse();
      await this.reconcile();
    }
  }

  async reconcile(): Promise<string[]> {
    const { commands } = this.log;
    const services = { commands, events: this.log, payments: this.stripe.payments, workflows: this.engine.workflows };
    const before = this.log.streams.size;
    const { lines } = await reconcile(services, [await this.order()], new Date(this.engine.now), `reconciliation-${this.#reconciliations++}`);
    for (const stream of [...this.log.streams.keys()].slice(before)) await this.#handOn(stream);
    await this.engine.settle();
    return lines;
  }

  async order(): Promise<Order> {
    const { state } = await this.log.commands.load(orderStream, orderId);
    if (!state) throw new Error('There is no order');
    return state;
  }

  /** Net credits of the order in the ledger, and the number of grants. */
  get entered(): { credits: number; grants: number } {
    const entries = (this.log.streams.get(`credit-${accountId}`) ?? []).filter(({ data }) => data.grantId === orderId);
    const credits = entries.reduce((sum, entry) => sum + balanceChangeOf(entry as never), 0); // the stream holds ledger entries only
    return { credits, grants: entries.filter(({ type }) => type === 'CreditsGranted').length };
  }

  /** Credits due for the money that Stripe keeps now. */
  get due(): number {
    const { session, kept } = this.stripe;
    return session?.amount === explorerPackage.price ? Math.floor((explorerPackage.credits * kept) / explorerPackage.price) : 0;
  }

  #at = (): string => new Date(this.engine.now).toISOString();
  #execute = (command: OrderCommand) => this.log.commands.execute(orderStream, orderId, [command], { actorId: null, now: this.#at(), commandId: '' });

  async #cancel(reason: 'OWNER' | 'ACCOUNT_GONE'): Promise<void> {
    await this.#execute({ type: 'CancelOrder', reason }).catch(() => {});
    await this.engine.workflows.signal(checkoutRunId(orderId), 'stripe', { sessionId: null }, reason);
  }

  async #askRefund(): Promise<void> {
    const asked = await this.#execute({ type: 'RequestRefund', reason: 'Bought twice' }).catch(() => null);
    const told = { orderId, sessionId: null, paymentIntentId: null };
    if (asked?.state?.refundAsked)
      await this.engine.workflows.start(orderUpdateWorkflow, orderUpdateRunId(orderId, `refund-${asked.state.refundAsked}`), told);
  }

  /** Delivers the sent event with this number, possibly again. */
  async #deliver(number: number): Promise<void> {
    const { told } = this.stripe;
    const notice = told[number % Math.max(1, told.length)];
    if (!notice) return;
    const id = stripeEventId(notice.eventId);
    const context = { actorId: null, now: this.#at(), commandId: '' };
    await this.log.commands.execute(stripeEventStream, id, [{ type: 'ReceiveStripeEvent', notice, missed: false }], context);
    await this.#handOn(`stripeevent-${id}`);
  }

  /** Delivery is at least once, as for every reactor. */
  async #handOn(stream: string): Promise<void> {
    const { workflows } = this.engine;
    const reactor = handOnStripeEvents({ workflows } as Pick<ReactorServices, 'workflows'>);
    for (const event of this.log.streams.get(stream) ?? [])
      for (let time = 0; time < 2; time++) await reactor.on[event.type]?.({ ...event, actorId: null });
  }

  /** Stripe expires an unpaid session by itself. */
  async #lapse(): Promise<void> {
    const { session } = this.stripe;
    if (session && Date.parse(session.expiresAt) < this.engine.now) this.stripe.do('lapse');
  }
}

import type { CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { type Stream, streamName } from '@waystory/infra/commands/decider.ts';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import type { OpenServices } from '@waystory/infra/host/service.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { systemPrincipal } from '@waystory/infra/identity/principal.ts';
import { PaymentRefused, type Payments } from '@waystory/infra/payments/port.ts';
import { repeatEvery } from '@waystory/infra/waiting.ts';
import type { Workflows } from '@waystory/infra/workflows/port.ts';
import type { Payment } from '@waystory/proto/billing/payment.ts';
import { type ReconciliationEvent, reconciliationEvents, type StripeNotice } from '@waystory/proto/billing/stripe-event.ts';
import { checkoutWorkflow } from '../order/checkout.workflow.ts';
import { type Order, orderStream } from '../order/order.ts';
import { orderUpdateWorkflow } from '../order/order-update.workflow.ts';
import { orders } from '../order/orders.projection.ts';
import { isOverdue } from '../order/overdue.ts';
import { checkoutRunId, orderUpdateRunId } from '../order/runs.ts';
import { followedEventTypes } from '../stripe-event/followed-types.ts';
import { stripeEventId, stripeEventStream } from '../stripe-event/stripe-event.ts';
import { reconciliationWorkflow } from './reconciliation.workflow.ts';

/** Records that the inbox holds all events of Stripe up to a time. */
interface EndReconciliation {
  type: 'EndReconciliation';
  /** ISO 8601 UTC. */
  upTo: string;
  missed: number;
}

/** Progress of the comparison with Stripe's event list, in one stream, `reconciliation-stripe`. A comparison without events appends nothing. */
const reconciliationStream: Stream<EndReconciliation, { upTo: string | null }, ReconciliationEvent> = {
  category: 'reconciliation',
  stateVersion: 1,
  events: reconciliationEvents,
  decider: {
    initial: { upTo: null },
    decide: ({ upTo, missed }, { upTo: before }) => (before !== null && before >= upTo ? [] : [{ type: 'StripeReconciled', data: { upTo, missed } }]),
    evolve: (_, { data: { upTo } }) => ({ upTo }),
  },
};
/** Key of the only Stripe account. */
const stripeAccount = 'stripe';

/** Retention of events at Stripe, milliseconds. */
const kept = 30 * 86_400_000;
/** Overlap of two reconciliations, for events that Stripe lists late, milliseconds. */
const overlap = 600_000;
/** Concurrent inbox lookups. */
const slice = 200;

interface Reconciliation {
  commands: CommandHandler;
  events: Pick<EventStore, 'readMany'>;
  payments: Payments;
  workflows: Pick<Workflows, 'start' | 'status'>;
}

/** Numbers of listed events, missed events and overdue orders; `lines` describes the findings to operators. */
export interface ReconciliationFindings {
  events: number;
  missed: number;
  overdue: number;
  lines: string[];
}

/**
 * Finds events of Stripe that no webhook delivered, and overdue orders. Missing events enter the inbox; each overdue order gets a run that updates
 * it.
 * @param cause Idempotency key of this reconciliation: each order is looked at once per cause.
 */
export async function reconcile(services: Reconciliation, orders: readonly Order[], now: Date, cause: string): Promise<ReconciliationFindings> {
  const { found, missed } = await missedEvents(services, now);
  const lines = missed.map(({ eventId, type, orderId }) => `${type} of ${orderId ?? 'something else'} had not come: ${eventId} is in the inbox now`);
  const overdue = orders.filter((order) => isOverdue(order, now));
  for (const order of overdue) lines.push(await lookAt(services, order, cause));
  return { events: found, missed: missed.length, overdue: overdue.length, lines };
}

async function missedEvents({ commands, events, payments }: Reconciliation, now: Date): Promise<{ found: number; missed: StripeNotice[] }> {
  const { upTo } = (await commands.load(reconciliationStream, stripeAccount)).state;
  const from = new Date(Math.max(now.getTime() - kept, (upTo ? Date.parse(upTo) : 0) - overlap));
  const listed: StripeNotice[] = [];
  for await (const notice of payments.eventsSince(from, followedEventTypes)) listed.push(notice);
  const missed: StripeNotice[] = [];
  for (let at = 0; at < listed.length; at += slice) {
    const some = listed.slice(at, at + slice).map((notice) => ({ notice, stream: streamName('stripeevent', stripeEventId(notice.eventId)) }));
    const inbox = await events.readMany(some.map(({ stream }) => stream));
    missed.push(...some.filter(({ stream }) => (inbox.get(stream)?.length ?? 0) === 0).map(({ notice }) => notice));
  }
  const context = () => ({ actorId: null, now: now.toISOString(), commandId: newId() });
  // Oldest first, the order in which Stripe would have posted them.
  for (const notice of missed.toReversed())
    await commands.execute(stripeEventStream, stripeEventId(notice.eventId), [{ type: 'ReceiveStripeEvent', notice, missed: true }], context());
  const [newest] = listed;
  const end = { type: 'EndReconciliation', upTo: newest?.createdAt ?? '', missed: missed.length } as const;
  if (newest) await commands.execute(reconciliationStream, stripeAccount, [end], context());
  return { found: listed.length, missed };
}

/** Reports how an order differs from Stripe, and starts a run that updates it. */
async function lookAt({ payments, workflows }: Reconciliation, order: Order, cause: string): Promise<string> {
  const { id: orderId, status, stripeSessionId } = order;
  const payment = stripeSessionId === null ? null : await payments.read(stripeSessionId).catch(unlessRefused);
  if ((await workflows.status(checkoutRunId(orderId))) === null) await workflows.start(checkoutWorkflow, checkoutRunId(orderId), { orderId });
  await workflows.start(orderUpdateWorkflow, orderUpdateRunId(orderId, cause), { orderId, sessionId: null, paymentIntentId: null });
  return `order ${orderId} is ${status} here; ${saidBy(order, payment)}; it is looked at`;
}

function unlessRefused(error: unknown): null {
  if (error instanceof PaymentRefused) return null;
  throw error;
}

function saidBy(order: Order, payment: Payment | null): string {
  if (!payment) return 'Stripe does not know it';
  const next = orderStream.decider.decide({ type: 'FollowPayment', payment }, order).map(({ type }) => type);
  return next.length > 0 ? `by what Stripe says it becomes ${next.join(', ')}` : `Stripe says the same: ${payment.session}, ${payment.state}`;
}

/** Interval of the reconciliation, milliseconds. */
const every = 5 * 60_000;

/** Starts the reconciliation at intervals, once for all processes, unless no order was ever placed. */
export function startReconciliation({ workflows, readSide, log }: Pick<OpenServices, 'workflows' | 'readSide' | 'log'>): { stop(): Promise<void> } {
  const begin = async (): Promise<void> => {
    try {
      const [sold] = await readSide.forRequest(systemPrincipal, 0).walk(orders, null, null, 1);
      const turn = Math.floor(Date.now() / every);
      if (sold) await workflows.start(reconciliationWorkflow, `reconciliation:${turn}`, { turn });
    } catch (error) {
      const isAway = error instanceof EngineUnavailable;
      log[isAway ? 'info' : 'warn']({ err: error }, 'Stripe was not asked for what did not come; it is tried again');
    }
  };
  return repeatEvery(every, begin);
}

import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { type EventStore, logPages } from '@waystory/infra/event-store/port.ts';
import { PaymentRefused, type Payments } from '@waystory/infra/payments/port.ts';
import { balanceChangeOf, type CreditEvent, creditEvents } from '@waystory/proto/billing/credit.ts';
import type { Payment } from '@waystory/proto/billing/payment.ts';
import { creditEventOf } from '../credit/audit-ledgers.ts';
import type { Order } from './order.ts';
import { ordersInLog } from './orders-in-log.ts';
import { isOverdue } from './overdue.ts';

// The audit computes the money kept and its worth by itself, so that a faulty rule cannot hide its fault.

/** Concurrent reads of Stripe. */
const atOnce = 8;

interface AuditedOrders {
  orders: number;
  /** Number of orders compared with Stripe; null when Stripe is unavailable or not configured. */
  compared: number | null;
  /** Money that Stripe has kept, minor units by currency. */
  kept: Record<string, number>;
  faults: string[];
}

/** Compares orders, ledger and Stripe: credits match the money kept, are granted once, and no order is overdue. */
export async function auditOrders(events: Pick<EventStore, 'readAll'>, payments: Payments | null, now: Date): Promise<AuditedOrders> {
  const [orders, entered] = [await ordersInLog(events), await creditsByOrder(events)];
  const faults = orders.filter((order) => isOverdue(order, now)).map(({ id, status, updatedAt }) => `order ${id} is ${status} since ${updatedAt}`);
  const known = new Set(orders.map(({ id }) => id));
  for (const orderId of entered.keys()) if (!known.has(orderId)) faults.push(`the ledger has credits of an order that there is not: ${orderId}`);
  const kept: Record<string, number> = {};
  let compared: number | null = 0;
  for (let at = 0; at < orders.length && compared !== null; at += atOnce) {
    const some = orders.slice(at, at + atOnce);
    const said: (Payment | null)[] | null = await Promise.all(some.map((order) => askAbout(order, payments))).catch(unlessAway);
    compared = said && compared + said.length;
    for (const [index, order] of some.entries()) {
      const payment = said?.[index] ?? null;
      if (payment) kept[payment.currency] = (kept[payment.currency] ?? 0) + keptOf(payment);
      faults.push(...faultsOf(order, entered.get(order.id) ?? 0, said && payment));
    }
  }
  return { orders: orders.length, compared, kept, faults };
}

async function askAbout({ stripeSessionId }: Order, payments: Payments | null): Promise<Payment | null> {
  if (!payments) throw new EngineUnavailable('stripe', new Error('There is none'));
  if (stripeSessionId === null) return null;
  return payments.read(stripeSessionId).catch((error: unknown) => {
    if (error instanceof PaymentRefused) return null;
    throw error;
  });
}

function unlessAway(error: unknown): null {
  if (error instanceof EngineUnavailable) return null;
  throw error;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function keptOf({ state, amount, refunds, disputes }: Payment): number {
  const gone = sum(refunds.map((one) => one.amount)) + sum(disputes.map((one) => (one.outcome === 'WON' ? 0 : one.amount)));
  return state === 'SUCCEEDED' ? Math.max(0, amount - gone) : 0;
}

/** @param payment null when Stripe does not know the order or was unavailable. The order alone is checked then. */
function faultsOf(order: Order, entered: number, payment: Payment | null): string[] {
  const { id, credits, amount, currency, status } = order;
  if (!payment) {
    const mayHave = order.paidAt !== null;
    return entered !== 0 && !mayHave ? [`order ${id} was never paid and has ${entered} credits`] : [];
  }
  const isAsOrdered = payment.state === 'SUCCEEDED' && payment.amount === amount && payment.currency === currency;
  const due = isAsOrdered ? Math.floor((credits * keptOf(payment)) / amount) : 0;
  const money = `${keptOf(payment)} of ${payment.amount} ${payment.currency} were kept`;
  const faults = entered === due ? [] : [`order ${id} has ${entered} credits and not ${due}: ${money}, and it is ${status}`];
  if (payment.state === 'SUCCEEDED' && !isAsOrdered && keptOf(payment) > 0)
    faults.push(`order ${id} was paid with ${payment.amount} ${payment.currency} and not ${amount} ${currency}: refund it`);
  return faults;
}

/** Net credits per order from all ledgers. */
async function creditsByOrder(events: Pick<EventStore, 'readAll'>): Promise<Map<string, number>> {
  const entered = new Map<string, number>();
  for await (const page of logPages(events)) {
    for (const recorded of page.filter(({ type }) => type in creditEvents.schemas)) {
      const entry = creditEventOf(recorded);
      const orderId = orderOf(entry);
      if (orderId) entered.set(orderId, (entered.get(orderId) ?? 0) + balanceChangeOf(entry));
    }
  }
  return entered;
}

function orderOf({ type, data }: CreditEvent): string | null {
  if (type === 'CreditsGranted') return data.reason === 'PURCHASE' ? data.grantId : null;
  return type === 'CreditsRevoked' || type === 'CreditsRestored' ? data.grantId : null;
}

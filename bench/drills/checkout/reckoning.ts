import { type EventStore, logPages, type Position, type RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { firstCredits } from '@waystory/proto/billing/credit.ts';
import type { Order } from '@waystory/proto/billing/order.ts';
import { followedEventTypes } from '@waystory/services/billing/stripe-event/followed-types.ts';
import type { ReferenceTotals } from '@waystory/services/sandbox/stripe/control/control.routes.ts';
import type { BuyerClients } from './buyers.ts';
import type { OrderCourse } from './stories.ts';

const ended: readonly string[] = ['FULFILLED', 'EXPIRED', 'CANCELLED', 'FAILED', 'REFUNDED'];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const sumOf = (traces: readonly Trace[], field: string, ...whats: string[]): number =>
  sum(traces.filter(({ what }) => whats.includes(what)).map(({ data }) => Number(data[field])));
const countOf = (traces: readonly Trace[], what: string): number => traces.filter((trace) => trace.what === what).length;

/** Credits of an order in the ledgers. */
const creditsIn = (traces: readonly Trace[]): number =>
  sumOf(traces, 'credits', 'CreditsGranted', 'CreditsRestored') - sumOf(traces, 'credits', 'CreditsRevoked');

/** Money kept for an order, according to the log. */
function keptIn(traces: readonly Trace[]): number {
  const won = new Set(traces.filter(({ what }) => what === 'DisputeWon').map(({ data }) => data.disputeId));
  const lost = traces.filter(({ what, data }) => what === 'OrderDisputed' && !won.has(data.disputeId));
  return sumOf(traces, 'amount', 'OrderPaid') - sumOf(traces, 'amount', 'OrderRefunded') - sumOf(lost, 'amount', 'OrderDisputed');
}

/** An order in the log, in the accounts of Stripe and in the API, with the state of its workflow. */
interface Sides {
  logged: LoggedOrder;
  account: ReferenceTotals | undefined;
  shown: Order;
  run: 'running' | 'completed' | 'failed' | null;
  /** Error of a failed run. */
  failure?: unknown;
}

/** Faults of an ended order. @param story expected course; null when any end is allowed */
export function faultsOfOrder({ logged, account, shown, run, failure }: Sides, story: OrderCourse | null): string[] {
  const { tag, amount, credits, traces } = logged;
  const [paid, kept] = [account?.paid ?? 0, account?.kept ?? 0];
  const due = Math.floor((credits * kept) / amount);
  // An order that Stripe never answered is reported as unavailable, and costs nothing.
  const gaveUp = shown.problem === 'UNAVAILABLE' && paid === 0;
  const mayEndSo = gaveUp || (story?.ends ?? ended).includes(shown.status);
  const granted = countOf(traces, 'CreditsGranted');
  return [
    ...(countOf(traces, 'OrderPlaced') === 1 ? [] : [`it was placed ${countOf(traces, 'OrderPlaced')} times`]),
    ...(ended.includes(shown.status) && mayEndSo ? [] : [`it is ${shown.status}`]),
    ...(run === 'completed' ? [] : [`its run is ${run}${failure === undefined ? '' : `: ${failure}`}`]),
    ...(granted === (paid > 0 ? 1 : 0) ? [] : [`it was granted ${granted} times and ${paid} was paid`]),
    ...(creditsIn(traces) === due ? [] : [`there are ${creditsIn(traces)} credits of it and not ${due}: ${kept} of ${paid} were kept`]),
    ...(keptIn(traces) === kept ? [] : [`the log has kept ${keptIn(traces)} of it and Stripe ${kept}`]),
    ...((account?.sessions.length ?? 0) <= 1 ? [] : [`it has ${account?.sessions.length} sessions`]),
  ].map((fault) => `${tag}: ${fault}`);
}

/** Faults of all orders together. */
export async function faultsOfAllOrders(
  orders: readonly LoggedOrder[],
  books: ReadonlyMap<string, ReferenceTotals>,
  buyers: BuyerClients,
): Promise<string[]> {
  const tags = new Set(orders.map(({ tag }) => tag));
  const faults = tags.size === orders.length ? [] : [`${orders.length} orders were placed for ${tags.size}`];
  const unknown = [...books.keys()].filter((reference) => !orders.some(({ id }) => id === reference));
  if (unknown.length > 0) faults.push(`Stripe has money of ${unknown.length} orders that there are not`);
  for (const accountId of buyers.accountIds) {
    const ours = orders.filter((order) => order.accountId === accountId);
    const bought = sum(ours.map(({ id, credits, amount }) => Math.floor((credits * (books.get(id)?.kept ?? 0)) / amount)));
    const { shown, newest } = await buyers.credits(accountId);
    const due = firstCredits + bought;
    if (shown !== due) faults.push(`${accountId} is shown ${shown} credits and has paid for ${due}`);
    if ((newest ?? firstCredits) !== due) faults.push(`the ledger of ${accountId} ends with ${newest} and not ${due}`);
  }
  return faults;
}

/** An event about an order: of the order itself, of the ledger, or from Stripe. */
interface Trace {
  what: string;
  /** Milliseconds since 1970. */
  at: number;
  data: RecordedEvent['data'];
}

export interface LoggedOrder {
  id: string;
  tag: string;
  accountId: string;
  amount: number;
  credits: number;
  traces: Trace[];
}

/** Return path with the tag, which identifies an order in the log before its id is known. */
export const returnPathOf = (tag: string): string => `/profile?tag=${encodeURIComponent(tag)}`;
const tagIn = (path: unknown): string => new URLSearchParams(String(path).split('?')[1]).get('tag') ?? '';

function placeOf({ stream, type, data }: RecordedEvent): [orderId: string, what: string] | null {
  if (stream.startsWith('order-')) return [stream.slice('order-'.length), type];
  if (type === 'StripeEventReceived')
    return data.orderId !== null && followedEventTypes.includes(String(data.type)) ? [String(data.orderId), `inbox: ${String(data.type)}`] : null;
  return stream.startsWith('credit-') && 'grantId' in data ? [String(data.grantId), type] : null;
}

/** Orders of a log, read without the domain code, because faults of that code would be hidden otherwise. */
export function readOrders(events: Pick<EventStore, 'readAll'>) {
  const orders = new Map<string, LoggedOrder>();
  let position: Position = 0;
  const take = (event: RecordedEvent): void => {
    const [id, what] = placeOf(event) ?? [];
    const { data } = event;
    if (id === undefined || what === undefined) return;
    if (what === 'OrderPlaced') {
      const [amount, credits, accountId] = [Number(data.amount), Number(data.credits), String(data.accountId)];
      orders.set(id, { id, tag: tagIn(data.returnTo), accountId, amount, credits, traces: [] });
    }
    orders.get(id)?.traces.push({ what, at: Date.parse(event.at), data });
  };
  const readOn = async (): Promise<void> => {
    for await (const page of logPages(events, position)) {
      page.forEach(take);
      position = page.at(-1)?.position ?? position;
    }
  };
  let reading: Promise<void> = Promise.resolve();
  return {
    /** All orders up to the present head. */
    async all(): Promise<LoggedOrder[]> {
      // Concurrent reads are serialised, so that each event counts once.
      reading = reading.catch(() => {}).then(readOn);
      await reading;
      return [...orders.values()];
    },
  };
}
export type OrderLog = ReturnType<typeof readOrders>;

/** Pairs of consecutive traces with a kill between them, each with its number of kills, as text. */
export function killedGapTexts(orders: readonly LoggedOrder[], strikes: readonly number[]): string[] {
  const gaps = new Map<string, number>();
  for (const at of strikes)
    for (const { traces } of orders) {
      const [before, after] = [traces.findLast((trace) => trace.at <= at), traces.find((trace) => trace.at > at)];
      if (!before || !after) continue;
      const gap = `${before.what} | ${after.what}`;
      gaps.set(gap, (gaps.get(gap) ?? 0) + 1);
    }
  return [...gaps].toSorted(([, one], [, other]) => other - one).map(([gap, times]) => `${times} x ${gap}`);
}

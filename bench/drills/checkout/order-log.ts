import { logPages } from '@waystory/infra/event-store/log-pages.ts';
import type { EventStore, Position, RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { followedTypes } from '@waystory/services/billing/stripe-event/followed-types.ts';

/** Something that the log has of an order: a type of its events, of entries of the ledger, or of what Stripe told. */
export interface Trace {
  what: string;
  /** Milliseconds since 1970. */
  at: number;
  data: RecordedEvent['data'];
}

/** An order as the log has it. */
export interface LoggedOrder {
  id: string;
  /** What tells it apart in the drill. */
  tag: string;
  accountId: string;
  amount: number;
  credits: number;
  traces: Trace[];
}

/** Place on the site that a buyer wants to come back to, which names the order until it has an id. */
export const returnTo = (tag: string): string => `/profile?tag=${encodeURIComponent(tag)}`;
const tagIn = (path: unknown): string => new URLSearchParams(String(path).split('?')[1]).get('tag') ?? '';

/** Of which order an event is, and what the drill calls it; null when it is of none. */
function placeOf({ stream, type, data }: RecordedEvent): [orderId: string, what: string] | null {
  if (stream.startsWith('order-')) return [stream.slice('order-'.length), type];
  if (type === 'StripeEventReceived')
    return data.orderId !== null && followedTypes.includes(String(data.type)) ? [String(data.orderId), `inbox: ${String(data.type)}`] : null;
  return stream.startsWith('credit-') && 'grantId' in data ? [String(data.grantId), type] : null;
}

/** All orders in a log, as far as it was read; it shares nothing with the rules, so that a fault in them does not hide itself. */
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
    /** Reads what is new, and answers every order there is. */
    async all(): Promise<LoggedOrder[]> {
      // One after the other: each event is taken once.
      reading = reading.catch(() => {}).then(readOn);
      await reading;
      return [...orders.values()];
    },
  };
}
export type OrderLog = ReturnType<typeof readOrders>;

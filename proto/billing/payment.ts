/**
 * What Stripe says of the payment of an order at one moment. Everything is decided by this, and nothing by what an event of Stripe said
 * when it was sent: events come late, twice, and in any order.
 */
export interface Payment {
  sessionId: string;
  /** Of the order that the session was opened for; null for sessions that are none of ours. */
  orderId: string | null;
  session: 'OPEN' | 'COMPLETE' | 'EXPIRED';
  /** Where it is paid; null when it cannot be any more. */
  url: string | null;
  /** ISO 8601 UTC. */
  expiresAt: string;
  /** PROCESSING: the money is on its way, which may take days. */
  state: 'NONE' | 'PROCESSING' | 'DECLINED' | 'SUCCEEDED';
  paymentIntentId: string | null;
  /** What was paid, and as long as nothing was, what is to be; minor units. */
  amount: number;
  currency: string;
  /** Those that were not in vain. */
  refunds: readonly { id: string; amount: number }[];
  disputes: readonly Dispute[];
}

/** The bank of whoever paid took the money back, at least until it is decided. */
export interface Dispute {
  id: string;
  amount: number;
  outcome: 'OPEN' | 'WON' | 'LOST';
}

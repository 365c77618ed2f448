/**
 * Current state of an order's payment at Stripe, the only basis of decisions. The content of Stripe's events is ignored, because they come late,
 * repeatedly and in any order.
 */
export interface Payment {
  sessionId: string;
  /** Order of the session; null for a session of another product. */
  orderId: string | null;
  session: 'OPEN' | 'COMPLETE' | 'EXPIRED';
  /** Payment page; null when payment is impossible. */
  url: string | null;
  /** ISO 8601 UTC. */
  expiresAt: string;
  /** PROCESSING: the payment may take days. */
  state: 'NONE' | 'PROCESSING' | 'DECLINED' | 'SUCCEEDED';
  paymentIntentId: string | null;
  /** Amount paid or, before payment, due; minor units. */
  amount: number;
  currency: string;
  /** Successful refunds. */
  refunds: readonly { id: string; amount: number }[];
  disputes: readonly Dispute[];
}

/** The payer's bank took the money back, at least until the dispute is decided. */
export interface Dispute {
  id: string;
  amount: number;
  outcome: 'OPEN' | 'WON' | 'LOST';
}

/**
 * Current state of an order's payment at Stripe, the only basis of decisions. The content of Stripe's events is ignored, because they come late,
 * repeatedly and in any order.
 */
export interface Payment {
  sessionId: string;
  /** Order id in the metadata of the session; null for a session of another product. */
  orderId: string | null;
  session: 'OPEN' | 'COMPLETE' | 'EXPIRED';
  /** URL of the payment page; null when the session can no longer be paid. */
  url: string | null;
  /** Expiry of the session, ISO 8601 UTC. */
  expiresAt: string;
  /** State of the payment. PROCESSING may last days. */
  state: 'NONE' | 'PROCESSING' | 'DECLINED' | 'SUCCEEDED';
  paymentIntentId: string | null;
  /** Paid amount, or the due amount before a payment; minor units. */
  amount: number;
  currency: string;
  /** Successful refunds; amounts in minor units. */
  refunds: readonly { id: string; amount: number }[];
  disputes: readonly Dispute[];
}

/** A dispute: the payer's bank has withdrawn the money, at least until its decision. */
export interface Dispute {
  id: string;
  amount: number;
  outcome: 'OPEN' | 'WON' | 'LOST';
}

/** State of one payment: the session, the intent with its charges, refunds and disputes. Times are in seconds since 1970, amounts in minor units. */
export interface Checkout {
  id: string;
  created: number;
  expiresAt: number;
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'unpaid' | 'paid';
  amount: number;
  currency: string;
  items: readonly Item[];
  reference: string | null;
  email: string | null;
  metadata: Metadata;
  intentMetadata: Metadata;
  description: string | null;
  successUrl: string;
  cancelUrl: string | null;
  intent: Intent | null;
  refunds: readonly Refund[];
  disputes: readonly Dispute[];
}

export type Metadata = Readonly<Record<string, string>>;

export interface Item {
  id: string;
  name: string;
  description: string | null;
  quantity: number;
  unitAmount: number;
}

export interface Intent {
  id: string;
  created: number;
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled';
  canceledAt: number | null;
  /** Charges in order of attempts, the latest last. */
  charges: readonly Charge[];
}

export interface Charge {
  id: string;
  created: number;
  status: 'succeeded' | 'pending' | 'failed';
}

export const refundReasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;
export interface Refund {
  id: string;
  created: number;
  amount: number;
  reason: (typeof refundReasons)[number] | null;
  metadata: Metadata;
}

export const disputeReasons = ['fraudulent', 'product_not_received', 'general'] as const;
export interface Dispute {
  id: string;
  created: number;
  amount: number;
  reason: (typeof disputeReasons)[number];
  status: 'needs_response' | 'won' | 'lost';
}

/** The successful charge; undefined without one. */
export const paidCharge = ({ intent }: Checkout): Charge | undefined => intent?.charges.find(({ status }) => status === 'succeeded');

/** The object with this id, which must exist. */
export function requireById<T extends { id: string }>(all: readonly T[], id: string): T {
  const one = all.find((candidate) => candidate.id === id);
  if (!one) throw new Error(`There is no ${id}`);
  return one;
}

const sum = (amounts: readonly { amount: number }[]): number => amounts.reduce((total, { amount }) => total + amount, 0);

export interface CheckoutTotals {
  /** Received amount, minor units. */
  paid: number;
  /** Refunded amount, minor units. */
  refunded: number;
  /** Amount withdrawn by the bank, minor units: during an open dispute, and permanently after a lost dispute. */
  disputed: number;
}

/** Received, refunded and disputed amounts of a checkout. */
export const totalsOf = (checkout: Checkout): CheckoutTotals => ({
  paid: paidCharge(checkout) ? checkout.amount : 0,
  refunded: sum(checkout.refunds),
  disputed: sum(checkout.disputes.filter(({ status }) => status !== 'won')),
});

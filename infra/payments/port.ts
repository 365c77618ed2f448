import type { Payment } from '@waystory/proto/billing/payment.ts';
import type { StripeNotice } from '@waystory/proto/billing/stripe-event.ts';

/** What is to be paid, and where one goes after that. */
export interface CheckoutRequest {
  orderId: string;
  /** Whose order it is. */
  accountId: string;
  /** What the pay page and the receipt call it. */
  title: string;
  /** Minor units. */
  amount: number;
  /** ISO 4217, lower case. */
  currency: string;
  expiresAt: Date;
  /** Absolute addresses. */
  successUrl: string;
  cancelUrl: string;
}

/**
 * Stripe, as far as it is used. Every call may throw EngineUnavailable: whether anything was done is then unknown, and the same call with the same key
 * does it once. Stripe's no is a PaymentRefused.
 */
export interface Payments {
  /** Opens a session in which an order can be paid; the same key opens the same one. */
  openCheckout(request: CheckoutRequest, key: string): Promise<Payment>;
  /** What Stripe says now. */
  read(sessionId: string): Promise<Payment>;
  /** Ends a session that nobody has paid. One that was, or that has ended, stays as it is. */
  expire(sessionId: string): Promise<void>;
  /** Gives back all that is left of a payment; the same key does so once. */
  refund(paymentIntentId: string, key: string): Promise<void>;
  /** The order that a payment is for, if it is one of ours. */
  orderOf(paymentIntentId: string): Promise<string | null>;
  /** Events of these types from that second on, the newest first; Stripe keeps them for 30 days. */
  eventsSince(from: Date, types: readonly string[]): AsyncIterable<StripeNotice>;
  /** Removes what is kept of a customer whose account was deleted. Stripe keeps its books by law: there it does nothing. */
  forget(accountId: string): Promise<void>;
  /**
   * What Stripe posts.
   * @throws BadSignature when it was not signed by Stripe within the last five minutes.
   */
  notice(body: Buffer, signature: string | undefined): Promise<Posted>;
}

/** What Stripe has posted: an event, or why what it signed is none that is used here. */
export type Posted = { notice: StripeNotice } | { unused: string; type: string | null };

/** Stripe says no, whoever asks how often. */
export class PaymentRefused extends Error {
  readonly code: string;
  constructor(code: string, cause: unknown) {
    super(`Stripe refuses: ${code}`, { cause });
    this.code = code;
  }
}

/** What was posted is not from Stripe, or is too old to believe it. */
export class BadSignature extends Error {}

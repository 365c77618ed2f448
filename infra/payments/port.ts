import type { Payment } from '@waystory/proto/billing/payment.ts';
import type { StripeNotice } from '@waystory/proto/billing/stripe-event.ts';

/** Order, price, expiry and return URLs of a checkout session. */
export interface CheckoutRequest {
  orderId: string;
  /** Owner of the order. */
  accountId: string;
  /** Title on payment page and receipt. */
  title: string;
  /** Price in minor units of the currency. */
  amount: number;
  /** ISO 4217, lower case. */
  currency: string;
  expiresAt: Date;
  /** Absolute URLs to which Stripe redirects after payment or cancellation. */
  successUrl: string;
  cancelUrl: string;
}

/**
 * The used part of Stripe. Every call may throw EngineUnavailable, with an unknown outcome: repeat it with the same idempotency key.
 * A refusal by Stripe is a PaymentRefused.
 */
export interface Payments {
  /** Opens a checkout session; the same idempotency key returns the same session. */
  openCheckout(request: CheckoutRequest, key: string): Promise<Payment>;
  /** Current state of a checkout session at Stripe. */
  read(sessionId: string): Promise<Payment>;
  /** Expires an unpaid session; a paid or ended session stays unchanged. */
  expire(sessionId: string): Promise<void>;
  /** Refunds the remaining amount of a payment after earlier refunds, once per idempotency key. */
  refund(paymentIntentId: string, key: string): Promise<void>;
  /** Order id of a payment. Null for an unknown payment, or for a payment of another product of the Stripe account. */
  orderOf(paymentIntentId: string): Promise<string | null>;
  /** Events of these types created since `from`, which is rounded down to the second; newest first. Stripe keeps events for 30 days. */
  eventsSince(from: Date, types: readonly string[]): AsyncIterable<StripeNotice>;
  /** Removes a deleted account's customer from the sandbox. Stripe itself must keep its books by law. */
  forget(accountId: string): Promise<void>;
  /**
   * Verifies and parses a webhook body.
   * @throws BadSignature unless Stripe signed it within the last five minutes.
   */
  notice(body: Buffer, signature: string | undefined): Promise<ParsedWebhook>;
}

/** A parsed webhook body: an event, or the reason why a signed body is ignored. */
export type ParsedWebhook = { notice: StripeNotice } | { unused: string; type: string | null };

/** A refusal by Stripe that a retry cannot change. */
export class PaymentRefused extends Error {
  readonly code: string;
  constructor(code: string, cause: unknown) {
    super(`Stripe refuses: ${code}`, { cause });
    this.code = code;
  }
}

/** A webhook body that Stripe did not sign, or signed too long ago. */
export class BadSignature extends Error {}

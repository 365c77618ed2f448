import { z } from 'zod';
import { fault } from '../api/fault.ts';
import { disputeReasons } from '../checkout/checkout.ts';
import { deliveryMode } from '../events/delivery-mode.ts';

const session = z.string().min(1);
const amount = z.int().min(1).optional();

/** Commands for tests and drills that Stripe does not have, and actions of customers and banks. */
export const controlCommand = z.discriminatedUnion('do', [
  /** A button of the hosted page. Cancelling does nothing but lead back. */
  z.strictObject({ do: z.enum(['pay', 'decline', 'cancel', 'expire']), session }),
  /** The money comes, or does not, after so many seconds; without them, not before it is told. */
  z.strictObject({ do: z.literal('payLater'), session, outcome: z.enum(['success', 'fail']).optional(), seconds: z.number().min(0).optional() }),
  z.strictObject({ do: z.literal('settleLater'), session, outcome: z.enum(['success', 'fail']) }),
  /** How long money takes that comes later by a button of the page. */
  z.strictObject({ do: z.literal('settleAfter'), seconds: z.number().min(0).max(86_400) }),
  z.strictObject({ do: z.literal('refund'), session, amount }),
  z.strictObject({ do: z.literal('dispute'), session, amount, reason: z.enum(disputeReasons).default('fraudulent') }),
  z.strictObject({ do: z.literal('closeDispute'), session, outcome: z.enum(['won', 'lost']) }),
  /** Events that happen from now on: all, or those of one type. */
  z.strictObject({ do: z.literal('deliver'), how: deliveryMode, type: z.string().optional() }),
  /** One event once more, now. */
  z.strictObject({ do: z.literal('redeliver'), event: z.string() }),
  z.strictObject({ do: z.literal('fault'), ...fault.shape }),
  /** So much time passes for whatever waits: ends of sessions, money that comes later, deliveries; or for one session alone. */
  z.strictObject({ do: z.literal('advance'), seconds: z.number().min(0).max(10_000_000), session: session.optional() }),
  /** Everything is as it was without commands again: calls and deliveries go well. */
  z.strictObject({ do: z.literal('calm') }),
]);
export type ControlCommand = z.output<typeof controlCommand>;
export type ControlInput = z.input<typeof controlCommand>;

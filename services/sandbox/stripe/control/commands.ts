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
  /** A delayed payment succeeds or fails after this many seconds; without them, only on command. */
  z.strictObject({ do: z.literal('payLater'), session, outcome: z.enum(['success', 'fail']).optional(), seconds: z.number().min(0).optional() }),
  z.strictObject({ do: z.literal('settleLater'), session, outcome: z.enum(['success', 'fail']) }),
  /** Delay of payments that are delayed by a button of the page. */
  z.strictObject({ do: z.literal('settleAfter'), seconds: z.number().min(0).max(86_400) }),
  z.strictObject({ do: z.literal('refund'), session, amount }),
  z.strictObject({ do: z.literal('dispute'), session, amount, reason: z.enum(disputeReasons).default('fraudulent') }),
  z.strictObject({ do: z.literal('closeDispute'), session, outcome: z.enum(['won', 'lost']) }),
  /** Delivery mode of future events: all, or those of one type. */
  z.strictObject({ do: z.literal('deliver'), how: deliveryMode, type: z.string().optional() }),
  /** Delivers one event again at once. */
  z.strictObject({ do: z.literal('redeliver'), event: z.string() }),
  z.strictObject({ do: z.literal('fault'), ...fault.shape }),
  /** Advances the time of pending session expiries, delayed payments and deliveries, or of one session alone. */
  z.strictObject({ do: z.literal('advance'), seconds: z.number().min(0).max(10_000_000), session: session.optional() }),
  /** Resets all faults and delivery modes. */
  z.strictObject({ do: z.literal('calm') }),
]);
export type ControlCommand = z.output<typeof controlCommand>;
export type ControlInput = z.input<typeof controlCommand>;

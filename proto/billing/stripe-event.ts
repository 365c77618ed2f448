import { z } from 'zod';
import { defineEvents, type EventOf } from '../kit/event.ts';

/** Stored part of a Stripe event: the ids of its objects. Stripe alone stores personal data. */
export const stripeNotice = z.object({
  eventId: z.string(),
  type: z.string().describe('In the words of Stripe: checkout.session.completed'),
  createdAt: z.iso.datetime().describe('At Stripe'),
  objectId: z.string(),
  orderId: z.string().nullable().describe('Where the object names it'),
  sessionId: z.string().nullable(),
  paymentIntentId: z.string().nullable(),
});
export type StripeNotice = z.output<typeof stripeNotice>;

/** Inbox of Stripe events. Each event has a stream of its own, so that it is stored once. */
export const stripeEventEvents = defineEvents({
  StripeEventReceived: stripeNotice.extend({ missed: z.boolean().describe('It did not come by itself, but was found when Stripe was asked') }),
});
export type StripeEventEvent = EventOf<typeof stripeEventEvents>;

/** Checkpoints of the reconciliation of Stripe's event list with the inbox. */
export const reconciliationEvents = defineEvents({
  StripeReconciled: z.object({ upTo: z.iso.datetime().describe('When the last event that was seen was created'), missed: z.int() }),
});
export type ReconciliationEvent = EventOf<typeof reconciliationEvents>;

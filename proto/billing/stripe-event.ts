import { z } from 'zod';
import { defineEvents, type EventOf } from '../kit/event.ts';

/** What is kept of an event of Stripe: what it is about, so that it can be asked for. What Stripe said of people stays with Stripe. */
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

/** The inbox of events of Stripe: each has a stream of its own, so that it is there once however often it comes. */
export const stripeEventEvents = defineEvents({
  StripeEventReceived: stripeNotice.extend({ missed: z.boolean().describe('It did not come by itself, but was found when Stripe was asked') }),
});
export type StripeEventEvent = EventOf<typeof stripeEventEvents>;

/** How far Stripe's own list of events was compared with the inbox. */
export const reconciliationEvents = defineEvents({
  StripeReconciled: z.object({ upTo: z.iso.datetime().describe('When the last event that was seen was created'), missed: z.int() }),
});
export type ReconciliationEvent = EventOf<typeof reconciliationEvents>;

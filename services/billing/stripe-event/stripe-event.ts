import type { Stream } from '@waystory/infra/commands/decider.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { type StripeEventEvent, type StripeNotice, stripeEventEvents } from '@waystory/proto/billing/stripe-event.ts';

/** Puts an event of Stripe into the inbox. `missed`: it was found there, and had not come. */
export interface ReceiveStripeEvent {
  type: 'ReceiveStripeEvent';
  notice: StripeNotice;
  missed: boolean;
}

/** Name of the stream of an event by its id at Stripe. */
export const stripeEventId = (eventId: string): string => derivedId('stripe-event', eventId);

/** The inbox: a stream per event of Stripe, in which it is once. */
export const stripeEventStream: Stream<ReceiveStripeEvent, { isReceived: boolean }, StripeEventEvent> = {
  category: 'stripeevent',
  stateVersion: 1,
  events: stripeEventEvents,
  decider: {
    initial: { isReceived: false },
    decide: ({ notice, missed }, { isReceived }) => (isReceived ? [] : [{ type: 'StripeEventReceived', data: { ...notice, missed } }]),
    evolve: () => ({ isReceived: true }),
  },
};

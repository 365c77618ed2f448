import type { Stream } from '@waystory/infra/commands/decider.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { type StripeEventEvent, type StripeNotice, stripeEventEvents } from '@waystory/proto/billing/stripe-event.ts';

/** Puts a Stripe event into the inbox. `missed`: the reconciler found it, because no webhook came. */
export interface ReceiveStripeEvent {
  type: 'ReceiveStripeEvent';
  notice: StripeNotice;
  missed: boolean;
}

/** Id of the inbox stream of a Stripe event. */
export const stripeEventId = (eventId: string): string => derivedId('stripe-event', eventId);

/** The inbox: one stream per Stripe event, which stores it once. */
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

import type { Stream } from '@waystory/infra/commands/decider.ts';
import { type ReconciliationEvent, reconciliationEvents } from '@waystory/proto/billing/stripe-event.ts';

/** Says that all events of Stripe up to a moment are in the inbox. */
export interface EndReconciliation {
  type: 'EndReconciliation';
  /** ISO 8601 UTC. */
  upTo: string;
  missed: number;
}

/** How far the inbox was compared with Stripe's own list, one stream for all: `reconciliation-stripe`. Where nothing happened nothing is said. */
export const reconciliationStream: Stream<EndReconciliation, { upTo: string | null }, ReconciliationEvent> = {
  category: 'reconciliation',
  stateVersion: 1,
  events: reconciliationEvents,
  decider: {
    initial: { upTo: null },
    decide: ({ upTo, missed }, { upTo: before }) => (before !== null && before >= upTo ? [] : [{ type: 'StripeReconciled', data: { upTo, missed } }]),
    evolve: (_, { data: { upTo } }) => ({ upTo }),
  },
};
/** Of the account at Stripe; there is one. */
export const stripeAccount = 'stripe';

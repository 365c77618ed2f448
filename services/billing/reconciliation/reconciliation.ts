import type { Stream } from '@waystory/infra/commands/decider.ts';
import { type ReconciliationEvent, reconciliationEvents } from '@waystory/proto/billing/stripe-event.ts';

/** Records that the inbox holds all events of Stripe up to a time. */
export interface EndReconciliation {
  type: 'EndReconciliation';
  /** ISO 8601 UTC. */
  upTo: string;
  missed: number;
}

/** Progress of the comparison with Stripe's event list, in one stream, `reconciliation-stripe`. A turn without events appends nothing. */
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
/** Key of the only Stripe account. */
export const stripeAccount = 'stripe';

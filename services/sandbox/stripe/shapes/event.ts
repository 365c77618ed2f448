import { requireById } from '../checkout/checkout.ts';
import type { CheckoutChange } from '../checkout/rules.ts';
import { apiVersion } from '../keys.ts';
import { chargeShape, disputeShape, intentShape, refundShape } from './payment.ts';
import { sessionShape } from './session.ts';

/** API call that caused an event; both fields are null when no call did. */
export interface EventCause {
  id: string | null;
  idempotency_key: string | null;
}

/** An event in Stripe's shape, with its object as of the event. */
export const eventShape = (
  happening: CheckoutChange,
  { id, created, origin, cause }: { id: string; created: number; origin: string; cause: EventCause },
) => ({
  id,
  object: 'event' as const,
  api_version: apiVersion,
  created,
  data: { object: subjectShape(happening, origin) },
  livemode: false,
  pending_webhooks: 1,
  request: cause,
  type: happening.type,
});

function subjectShape({ about, at }: CheckoutChange, origin: string): object {
  const { intent } = at;
  if (about.kind === 'session' || !intent) return sessionShape(at, origin);
  switch (about.kind) {
    case 'intent':
      return intentShape(at, intent);
    case 'charge': {
      const charge = intent.charges.at(-1);
      if (!charge) throw new Error(`${intent.id} has no charge to tell of`);
      return chargeShape(at, intent, charge);
    }
    case 'refund':
      return refundShape(at, requireById(at.refunds, about.id));
    case 'dispute':
      return disputeShape(at, requireById(at.disputes, about.id));
  }
}

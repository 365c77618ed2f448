import { type Checkout, type Intent, requireById } from '../checkout/checkout.ts';
import { changeCheckout, checkoutIdOf, checkoutOf, type ObjectKind, objectsOf } from '../checkout/checkout-store.ts';
import { refund } from '../checkout/rules.ts';
import type { Queryable, Sandbox } from '../sandbox.ts';
import type { Expansion } from '../shapes/expansion.ts';
import { listPartOf, pageOf, stripeListOf } from '../shapes/list.ts';
import { chargeShape, disputeShape, intentShape, refundShape } from '../shapes/payment.ts';
import { sessionShape } from '../shapes/session.ts';
import type { StripeApi } from './api.ts';
import { expansionOnly, newRefund, parametersOf, paymentList, refundAndDisputeList } from './parameters.ts';
import { sessionsPath } from './session.routes.ts';

/** Payment intent of a checkout. A checkout with a charge, refund or dispute always has one. @throws Error without a payment intent. */
function intentOf({ id, intent }: Checkout): Intent {
  if (!intent) throw new Error(`${id} has no intent`);
  return intent;
}

/** Shape of each kind of object in a checkout, by the id of the object. */
const shapesAt = (origin: string) => ({
  session: (checkout: Checkout, _id: string, expand: Expansion): object => sessionShape(checkout, origin, expand),
  intent: (checkout: Checkout, _id: string, expand: Expansion): object => intentShape(checkout, intentOf(checkout), expand),
  charge: (checkout: Checkout, id: string, expand: Expansion): object =>
    chargeShape(checkout, intentOf(checkout), requireById(intentOf(checkout).charges, id), expand),
  refund: (checkout: Checkout, id: string): object => refundShape(checkout, requireById(checkout.refunds, id)),
  dispute: (checkout: Checkout, id: string): object => disputeShape(checkout, requireById(checkout.disputes, id)),
});

/** Routes that read checkouts and their objects, and the route that creates refunds. */
export const paymentRoutes = (sandbox: Sandbox) => (api: StripeApi) => {
  const shapes = shapesAt(sandbox.origin);
  const one = (path: string, kind: ObjectKind): void =>
    api.read(`${path}/:id`, async ({ id, fields }) => {
      const { expand } = parametersOf(expansionOnly, fields);
      return shapes[kind](await checkoutOf(sandbox, kind, id, kind === 'session' ? kind : 'id'), id, expand);
    });
  const list = (path: string, kind: ObjectKind, schema: typeof refundAndDisputeList | typeof paymentList): void =>
    api.read(path, async ({ fields }) => {
      const { expand, ...asked } = parametersOf(schema, fields);
      const owner = await ownerOf(sandbox.pool, asked);
      const { data, hasMore } = pageOf(await objectsOf(sandbox, kind, listPartOf(asked), owner), asked);
      const inner = expand.map((field) => field.replace(/^data\./, ''));
      return stripeListOf(
        data.map(({ id, checkout }) => shapes[kind](checkout, id, inner)),
        `/v1${path}`,
        hasMore,
      );
    });
  one(sessionsPath, 'session');
  list(sessionsPath, 'session', paymentList);
  one('/payment_intents', 'intent');
  one('/charges', 'charge');
  list('/charges', 'charge', paymentList);
  one('/refunds', 'refund');
  list('/refunds', 'refund', refundAndDisputeList);
  one('/disputes', 'dispute');
  list('/disputes', 'dispute', refundAndDisputeList);
  mountRefunding(sandbox, api);
};

function mountRefunding(sandbox: Sandbox, api: StripeApi): void {
  api.write('/refunds', ({ fields, cause }) => {
    const { payment_intent, charge, amount, reason = null, metadata } = parametersOf(newRefund, fields);
    return async (client) => {
      const owner = await ownerOf(client, { payment_intent, charge });
      const rule = refund({ amount, reason, metadata });
      const checkout = await changeCheckout(client, sandbox, owner ?? '', rule, { cause });
      const made = checkout.refunds.at(-1);
      if (!made) throw new Error(`${checkout.id} was not refunded`);
      return refundShape(checkout, made);
    };
  });
}

/**
 * Id of the checkout of an intent or a charge; undefined when neither is given.
 * @throws StripeRefusal when the intent or charge does not exist
 */
async function ownerOf(asks: Queryable, { charge, payment_intent: intent }: Named): Promise<string | undefined> {
  if (charge !== undefined) return checkoutIdOf(asks, 'charge', charge, 'charge');
  return intent === undefined ? undefined : checkoutIdOf(asks, 'intent', intent, 'payment_intent');
}

interface Named {
  payment_intent?: string | undefined;
  charge?: string | undefined;
}

import { byId, type Checkout, type Intent } from '../checkout/checkout.ts';
import { changeCheckout, checkoutIdOf, checkoutOf, objectsOf } from '../checkout/checkout-store.ts';
import { refund } from '../checkout/rules.ts';
import type { Asks, Sandbox } from '../sandbox.ts';
import type { Expansion } from '../shapes/expansion.ts';
import { listOf, pageOf, partOf } from '../shapes/list.ts';
import { chargeShape, disputeShape, intentShape, refundShape } from '../shapes/payment.ts';
import type { StripeApi } from './api.ts';
import { chargeList, expansionOnly, moneyList, newRefund, parametersOf } from './parameters.ts';

/** Shape of each kind of object within a checkout, by its id. */
const shapes = {
  intent: ({ checkout, intent }: Paid, _id: string, expand: Expansion) => intentShape(checkout, intent, expand),
  charge: ({ checkout, intent }: Paid, id: string, expand: Expansion) => chargeShape(checkout, intent, byId(intent.charges, id), expand),
  refund: ({ checkout }: Paid, id: string) => refundShape(checkout, byId(checkout.refunds, id)),
  dispute: ({ checkout }: Paid, id: string) => disputeShape(checkout, byId(checkout.disputes, id)),
};
type Shown = keyof typeof shapes;

interface Paid {
  checkout: Checkout;
  intent: Intent;
}

/** A charge, a refund or a dispute implies an intent. */
function paid(checkout: Checkout): Paid {
  const { intent } = checkout;
  if (!intent) throw new Error(`${checkout.id} has no intent`);
  return { checkout, intent };
}

/** Calls for the parts of a payment. */
export const paymentRoutes = (sandbox: Sandbox) => (api: StripeApi) => {
  const one = (path: string, kind: Shown): void =>
    api.read(`${path}/:id`, async ({ id, fields }) => {
      const { expand } = parametersOf(expansionOnly, fields);
      return shapes[kind](paid(await checkoutOf(sandbox, kind, id)), id, expand);
    });
  const list = (path: string, kind: Shown, schema: typeof moneyList | typeof chargeList): void =>
    api.read(path, async ({ fields }) => {
      const { expand, ...asked } = parametersOf(schema, fields);
      const owner = await ownerOf(sandbox.pool, asked);
      const { data, hasMore } = pageOf(await objectsOf(sandbox, kind, partOf(asked), owner), asked);
      const inner = expand.map((field) => field.replace(/^data\./, ''));
      return listOf(
        data.map(({ id, checkout }) => shapes[kind](paid(checkout), id, inner)),
        `/v1${path}`,
        hasMore,
      );
    });
  one('/payment_intents', 'intent');
  one('/charges', 'charge');
  list('/charges', 'charge', chargeList);
  one('/refunds', 'refund');
  list('/refunds', 'refund', moneyList);
  one('/disputes', 'dispute');
  list('/disputes', 'dispute', moneyList);
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
 * Id of the checkout of an intent or a charge; undefined when neither is named.
 * @throws StripeRefusal when it does not exist
 */
async function ownerOf(asks: Asks, { charge, payment_intent: intent }: Named): Promise<string | undefined> {
  if (charge !== undefined) return checkoutIdOf(asks, 'charge', charge, 'charge');
  return intent === undefined ? undefined : checkoutIdOf(asks, 'intent', intent, 'payment_intent');
}

interface Named {
  payment_intent?: string | undefined;
  charge?: string | undefined;
}

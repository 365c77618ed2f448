import { isTransient, problemCode } from '@waystory/client/api.ts';
import type { Api } from '@waystory/client/api-client.ts';
import type { Order } from '@waystory/proto/billing/order.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import { endedWithoutCredits, stageOf } from './order-stage.ts';
import type { Purchase, PurchaseKeys } from './purchase-keys.ts';

/** Reason for the lack of a payable order. No money was taken. */
export type PurchaseFailure = 'offline' | 'away' | 'busy' | 'signed-out' | 'suspended' | 'package-gone' | 'unavailable' | 'refused';

export type PurchaseOutcome =
  /** Payable at `url`. */
  | { kind: 'payable'; order: Order; url: string }
  /** Stripe has not answered in time, but may still do so. */
  | { kind: 'slow'; order: Order }
  /** The order is no longer payable here; its status is the reason. */
  | { kind: 'elsewhere'; order: Order }
  | { kind: 'failed'; failure: PurchaseFailure };

export interface PurchaseDeps {
  calls: Pick<Api, 'createOrder' | 'getOrder'>;
  keys: PurchaseKeys;
  isOnline: () => boolean;
  now: () => number;
  pause: (milliseconds: number) => Promise<void>;
}

/** Longest wait for Stripe, milliseconds. */
const patience = 20_000;
const firstPause = 250;
const longestPause = 2_000;
/** Failed requests in a row before giving up. */
const attempts = 4;

/** True when the same request may succeed later. */
const isPassing = (error: unknown): boolean => isTransient(error) || (error instanceof ResponseError && [409, 429, 500].includes(error.status));

function failureOf(error: unknown, isOnline: boolean): PurchaseFailure {
  if (!(error instanceof ResponseError)) return isOnline ? 'away' : 'offline';
  if (error.status === 401) return 'signed-out';
  if (error.status === 429) return 'busy';
  const code = problemCode(error);
  if (code === 'auth/suspended') return 'suspended';
  if (code === 'order/package-unknown') return 'package-gone';
  return isPassing(error) ? 'away' : 'refused';
}

/** Outcome of a purchase by the stage of its order; null while Stripe has not answered. */
function outcomeOf(order: Order): PurchaseOutcome | null {
  const stage = stageOf(order);
  if (stage === 'opening') return null;
  if (stage === 'open' && order.stripeCheckoutUrl) return { kind: 'payable', order, url: order.stripeCheckoutUrl };
  return stage === 'failed' ? { kind: 'failed', failure: 'unavailable' } : { kind: 'elsewhere', order };
}

/** Polls with growing pauses until there is an outcome; gives up after repeated failures. */
async function awaitOutcome(ask: (known: Order | null) => Promise<Order>, { isOnline, now, pause }: PurchaseDeps): Promise<PurchaseOutcome> {
  const until = now() + patience;
  let order: Order | null = null;
  let failures = 0;
  for (let wait = firstPause; ; wait = Math.min(wait * 2, longestPause)) {
    try {
      order = await ask(order);
      failures = 0;
      const outcome = outcomeOf(order);
      if (outcome) return outcome;
    } catch (error) {
      failures += 1;
      const failure = failureOf(error, isOnline());
      const isOver = failure === 'offline' || !isPassing(error) || failures >= attempts;
      if (isOver) return order ? { kind: 'slow', order } : { kind: 'failed', failure };
    }
    if (order && now() >= until) return { kind: 'slow', order };
    await pause(wait);
  }
}

/** Creates the order of a purchase idempotently and waits until it is payable. */
export async function buyPackage(purchase: Purchase, deps: PurchaseDeps): Promise<PurchaseOutcome> {
  const { calls, keys } = deps;
  const { accountId, packageId, returnTo } = purchase;
  const create = () => calls.createOrder({ params: { accountId }, body: { packageId, returnTo }, idempotencyKey: keys.keyOf(purchase) });
  const look = ({ id }: Order) => calls.getOrder({ params: { accountId, id } });
  let isFirst = true;
  const outcome = await awaitOutcome(async (known) => {
    const order = known ? await look(known) : await create();
    // The stored key may belong to an earlier purchase, whose order has ended without credits.
    const isOld = isFirst && endedWithoutCredits(stageOf(order));
    isFirst = false;
    if (!isOld) return order;
    keys.forget();
    return create();
  }, deps);
  const isUndecided = outcome.kind === 'slow' || (outcome.kind === 'failed' && ['offline', 'away', 'busy', 'signed-out'].includes(outcome.failure));
  if (!isUndecided) keys.forget();
  return outcome;
}

/** Waits until an existing order is payable, if it still can be. */
export const resumePayment = ({ accountId, id }: Order, deps: PurchaseDeps): Promise<PurchaseOutcome> =>
  awaitOutcome(() => deps.calls.getOrder({ params: { accountId, id } }), deps);

/** Payment page of an order, if its URL is safe: on this product, or https elsewhere. */
export function safePaymentUrl(url: string, origin: string): string | null {
  const page = URL.parse(url, origin);
  return page && (page.protocol === 'https:' || page.origin === origin) ? page.href : null;
}

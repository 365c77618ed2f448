/** Progress of an order, as its workflow run sees it. */
export interface OrderProgress {
  /** The order may still be paid. */
  isOpen: boolean;
  /** The payment is processing. */
  isProcessing: boolean;
  /** The full price was paid once, even when refunded or disputed since. */
  isPaid: boolean;
  /** End of the checkout session, milliseconds since 1970; null before Stripe has answered. */
  expiresAt: number | null;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** Stripe sends the event of an expired session a little after its expiry. */
const grace = minute;
/** Exponential backoff while Stripe is unavailable. */
const [firstPause, lastPause] = [minute, 60 * minute];
/** A processing payment is polled this often, in case its event is lost. */
const lookEvery = day;
/** Slow payment methods take up to two weeks. The run gives up after this; a later payment still counts. */
const givenUpAfter = 30 * day;

/** Timeout of a run's wait for Stripe's event before it polls, milliseconds, and whether the run should give up. */
export function patienceFor(
  { isProcessing, expiresAt }: OrderProgress,
  { began, now, failures }: { began: number; now: number; failures: number },
): { wait: number; isOver: boolean } {
  const isOver = now - began > givenUpAfter;
  if (failures > 0) return { wait: Math.min(firstPause * 2 ** (failures - 1), lastPause), isOver };
  if (isProcessing) return { wait: lookEvery, isOver };
  return { wait: Math.max((expiresAt ?? now) + grace - now, firstPause), isOver };
}

/** Progress of an order, for its workflow run. */
export interface OrderProgress {
  /** True while the order may still be paid. */
  isOpen: boolean;
  /** True while the payment is processing. */
  isProcessing: boolean;
  /** True when the full price was paid once, even if it was refunded or disputed later. */
  isPaid: boolean;
  /** End of the checkout session, milliseconds since 1970; null before Stripe has answered. */
  expiresAt: number | null;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** Delay between the expiry of a session and Stripe's event about it, milliseconds. */
const grace = minute;
/** Exponential backoff while Stripe is unavailable, first and longest pause, milliseconds. */
const [firstPause, lastPause] = [minute, 60 * minute];
/** Polling interval of a processing payment, milliseconds, in case its event is lost. */
const lookEvery = day;
/** Time after which the run ends, milliseconds. Slow payment methods take up to two weeks, and a later payment is still handled. */
const givenUpAfter = 30 * day;

/** Timeout of a run's wait for Stripe's event before it polls, milliseconds, and whether the run should give up. */
export function nextCheckoutWait(
  { isProcessing, expiresAt }: OrderProgress,
  { began, now, failures }: { began: number; now: number; failures: number },
): { wait: number; isOver: boolean } {
  const isOver = now - began > givenUpAfter;
  if (failures > 0) return { wait: Math.min(firstPause * 2 ** (failures - 1), lastPause), isOver };
  if (isProcessing) return { wait: lookEvery, isOver };
  return { wait: Math.max((expiresAt ?? now) + grace - now, firstPause), isOver };
}

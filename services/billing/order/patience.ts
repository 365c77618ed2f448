/** How far an order is, as its run is told. */
export interface OrderProgress {
  /** It may yet be paid. */
  isOpen: boolean;
  /** Its money is on its way. */
  isProcessing: boolean;
  /** What it costs was paid, whatever became of it afterwards. */
  isPaid: boolean;
  /** Until when it can be paid, milliseconds since 1970; null before Stripe has answered. */
  expiresAt: number | null;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** Stripe tells of an expired session by itself, a little later than it expires. */
const grace = minute;
/** Before Stripe, having been away, is asked again: twice as long each time, up to the last. */
const [firstPause, lastPause] = [minute, 60 * minute];
/** Money that is on its way is asked for so often although Stripe would tell. */
const lookEvery = day;
/** Slow means of payment take up to two weeks; what is not there by then is given up. Should it come after all, it counts. */
const givenUpAfter = 30 * day;

/** How long a run waits for Stripe's word before it asks by itself, milliseconds, and whether it has waited long enough for ever. */
export function patienceFor(
  { isProcessing, expiresAt }: OrderProgress,
  { began, now, failures }: { began: number; now: number; failures: number },
): { wait: number; isOver: boolean } {
  const isOver = now - began > givenUpAfter;
  if (failures > 0) return { wait: Math.min(firstPause * 2 ** (failures - 1), lastPause), isOver };
  if (isProcessing) return { wait: lookEvery, isOver };
  return { wait: Math.max((expiresAt ?? now) + grace - now, firstPause), isOver };
}

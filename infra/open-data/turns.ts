/** Gives out turns, so many a second; nobody waits for longer than some turns. */
export interface Turns {
  /** Resolves to true when it is the caller's turn, at once to false when too many are before them. */
  take(): Promise<boolean>;
}

/**
 * @param perSecond turns a second; each begins that much after the one before.
 * @param waiting callers that may wait at a time.
 */
export function takeTurns(perSecond: number, waiting: number, now: () => number = Date.now): Turns {
  const apart = 1_000 / perSecond;
  let next = 0;
  return {
    async take() {
      const at = Math.max(now(), next);
      const wait = at - now();
      if (wait > waiting * apart) return false;
      next = at + apart;
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait).unref());
      return true;
    },
  };
}

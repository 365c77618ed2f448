/**
 * Resolves when a signal is aborted. Node's `util.aborted` holds signals weakly, so a composite signal (`AbortSignal.any`) may be collected before
 * its event.
 */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));

/**
 * Returns the result, or rejects when the signal is aborted first. The work itself continues.
 * @throws The signal's reason, or the error of the work.
 */
export const orAborted = <T>(result: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    result,
    aborted(signal).then((): never => {
      throw signal.reason;
    }),
  ]);

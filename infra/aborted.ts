/**
 * Resolves when a signal is aborted. `util.aborted` of Node holds signals weakly: one that is made of others (`AbortSignal.any`) may be gone
 * before it is heard.
 */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));

/**
 * The result, or the reason of the signal when that is aborted first. The work itself goes on.
 * @throws the reason of the signal, or as the work does.
 */
export const orAborted = <T>(result: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    result,
    aborted(signal).then((): never => {
      throw signal.reason;
    }),
  ]);

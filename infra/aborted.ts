/**
 * Resolves when a signal is aborted. `util.aborted` of Node holds signals weakly: one that is made of others (`AbortSignal.any`) may be gone
 * before it is heard.
 */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));

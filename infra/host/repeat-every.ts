/**
 * Does something every so many milliseconds as long as the process runs, which it does not keep alive. A turn that takes longer than that is not waited for.
 * `work` must not fail. The stop waits for the last turn.
 */
export function repeatEvery(everyMs: number, work: () => Promise<void>): { stop(): Promise<void> } {
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = work();
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await last;
    },
  };
}

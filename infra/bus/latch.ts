/** Remembers that it was opened since it was closed, so that a sign that comes during a read is not lost. */
export interface Latch {
  open(): void;
  close(): void;
  /** Resolves when it is open, after `withinMs` in any case, or with the signal. */
  opened(withinMs: number, signal: AbortSignal): Promise<void>;
}

export function createLatch(): Latch {
  let gate = Promise.withResolvers<void>();
  return {
    open: () => gate.resolve(),
    close: () => {
      gate = Promise.withResolvers<void>();
    },
    opened: (withinMs, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, withinMs);
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
        void gate.promise.then(end);
      }),
  };
}

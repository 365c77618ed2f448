/** Those who wait for something that moves on. */
export interface Waiting {
  /** Says that it has moved. */
  wake(): void;
  /** Resolves to true when the condition, asked now and at each wake, holds; to false when that takes longer. */
  until(reached: () => boolean, withinMs: number): Promise<boolean>;
}

export function createWaiting(): Waiting {
  const waiting = new Set<() => void>();
  return {
    wake: () => {
      for (const check of waiting) check();
    },
    until: async (reached, withinMs) =>
      // Mostly it has, and then nothing is to be waited for.
      reached() ||
      new Promise((resolve) => {
        const finish = (result: boolean): void => {
          waiting.delete(check);
          clearTimeout(timer);
          resolve(result);
        };
        const check = (): void => {
          if (reached()) finish(true);
        };
        const timer = setTimeout(() => finish(false), withinMs);
        waiting.add(check);
      }),
  };
}

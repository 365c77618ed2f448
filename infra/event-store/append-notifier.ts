/** Net for the case that no other sign arrives. */
const pollEveryMs = 1_000;

export interface AppendNotifier {
  /** Calls every subscriber. */
  wake(): void;
  /** Returns the unsubscribe. */
  subscribe(wake: () => void): () => void;
  close(): Promise<void>;
}

/** Tells subscribers of appends by this process at once, by others when `listen` says so, and every second in any case. */
export function appendNotifier(listen: (wake: () => void) => { close(): Promise<void> }): AppendNotifier {
  const subscribers = new Set<() => void>();
  let listening: { close(): Promise<void> } | null = null;
  let poll: NodeJS.Timeout | undefined;
  const wake = (): void => {
    for (const subscriber of subscribers) subscriber();
  };
  return {
    wake,
    subscribe: (subscriber) => {
      // Wrapped, so that a function subscribed twice counts twice.
      const own = (): void => subscriber();
      subscribers.add(own);
      listening ??= listen(wake);
      poll ??= setInterval(wake, pollEveryMs);
      return () => {
        subscribers.delete(own);
      };
    },
    close: async () => {
      subscribers.clear();
      clearInterval(poll);
      poll = undefined;
      await listening?.close();
      listening = null;
    },
  };
}

/** Polling interval, milliseconds, in case a notification is lost. */
const pollEveryMs = 1_000;

export interface AppendNotifier {
  /** Calls every subscriber. */
  wake(): void;
  /** Subscribes; returns the unsubscribe function. */
  subscribe(wake: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Notifies subscribers of appends: those of this process at once, those of other processes through `listen`. Each second, all subscribers are called
 * in any case.
 */
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
      // Wrapped, so that a function may be subscribed twice.
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

/** Shortest interval of notifications, milliseconds, because Postgres wakes every listening connection for each. */
const announcementMs = 10;

export interface NotificationBatching {
  /** True when an append must send its own notification; otherwise `send` follows within the interval. */
  due(): boolean;
  /** Sends a pending notification at once. */
  close(): Promise<void>;
}

/** Throttles notifications to other processes: the first append sends its own notification, later appends of the interval share one `send`. */
export function createNotificationBatching(send: () => Promise<void>): NotificationBatching {
  let last = Number.NEGATIVE_INFINITY;
  let waiting: NodeJS.Timeout | undefined;
  const sendNow = async (): Promise<void> => {
    waiting = undefined;
    last = performance.now();
    // A lost notification is harmless, because subscribers poll every second.
    await send().catch(() => {});
  };
  return {
    due() {
      if (performance.now() - last >= announcementMs) {
        last = performance.now();
        clearTimeout(waiting);
        waiting = undefined;
        return true;
      }
      waiting ??= setTimeout(sendNow, announcementMs);
      return false;
    },
    async close() {
      if (!waiting) return;
      clearTimeout(waiting);
      await sendNow();
    },
  };
}

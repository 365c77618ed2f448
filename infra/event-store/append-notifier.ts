/** Poll for lost announcements, milliseconds. */
const pollEveryMs = 1_000;

export interface AppendNotifier {
  /** Calls every subscriber. */
  wake(): void;
  /** Returns the unsubscribe. */
  subscribe(wake: () => void): () => void;
  close(): Promise<void>;
}

/** Notifies subscribers of appends: of this process at once, of others when `listen` says so, and every second in any case. */
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

/** Shortest time between two announcements, milliseconds: Postgres wakes every listening connection for each. */
const announcementMs = 10;

export interface NotificationBatching {
  /** Whether an append announces itself; otherwise `send` is called soon. */
  due(): boolean;
  /** Sends a pending announcement at once. */
  close(): Promise<void>;
}

/** Debounces announcements to other processes: the first append is announced with itself, those soon after it by one `send`. */
export function createNotificationBatching(send: () => Promise<void>): NotificationBatching {
  let last = Number.NEGATIVE_INFINITY;
  let waiting: NodeJS.Timeout | undefined;
  const sendNow = async (): Promise<void> => {
    waiting = undefined;
    last = performance.now();
    // A hint only: subscribers poll every second.
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

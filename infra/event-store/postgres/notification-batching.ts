/** Postgres wakes every listening connection for every announcement, so under a stream of appends they are this far apart. */
const everyMs = 10;

export interface NotificationBatching {
  /** Whether an append is to announce itself now; when not, `send` is called soon. */
  due(): boolean;
  /** Sends what is due at once. */
  close(): Promise<void>;
}

/** Tells other processes of appends: of a first one at once, of many together. `send` announces by itself. */
export function createNotificationBatching(send: () => Promise<void>): NotificationBatching {
  let last = Number.NEGATIVE_INFINITY;
  let waiting: NodeJS.Timeout | undefined;
  const sendNow = async (): Promise<void> => {
    waiting = undefined;
    last = performance.now();
    // Only a hint: whoever misses it looks by itself within a second.
    await send().catch(() => {});
  };
  return {
    due() {
      if (performance.now() - last >= everyMs) {
        last = performance.now();
        clearTimeout(waiting);
        waiting = undefined;
        return true;
      }
      waiting ??= setTimeout(sendNow, everyMs);
      return false;
    },
    async close() {
      if (!waiting) return;
      clearTimeout(waiting);
      await sendNow();
    },
  };
}

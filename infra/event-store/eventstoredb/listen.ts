import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from './client.ts';

const firstBackoffMs = 100;
const longestBackoffMs = 5_000;

/** Calls `wake` for every appended event of the product, from any writer. A lost subscription is renewed, and `wake` is called for missed events. */
export function listen(connected: () => Promise<Connection>, wake: () => void): { close(): Promise<void> } {
  const closing = new AbortController();
  const running = (async () => {
    for (let backoffMs = firstBackoffMs; !closing.signal.aborted; backoffMs = Math.min(backoffMs * 2, longestBackoffMs)) {
      const subscribed = await listenOnce(connected, wake, closing.signal);
      if (subscribed) backoffMs = firstBackoffMs;
      await pause(backoffMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  })();
  return {
    close: () => {
      closing.abort();
      return running;
    },
  };
}

/** Resolves when the subscription is lost or closed, with true if one existed. Never rejects, because outages are expected here. */
async function listenOnce(connected: () => Promise<Connection>, wake: () => void, closing: AbortSignal): Promise<boolean> {
  let subscribed = false;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  const tell = (): void => {
    subscribed = true;
    if (!closing.aborted) wake();
  };
  try {
    const subscription = (await connected()).subscribe();
    subscription.on('confirmation', tell).on('data', tell);
    for (const sign of ['error', 'end', 'close']) subscription.on(sign, end);
    closing.addEventListener('abort', end);
    if (closing.aborted) end();
    await ended;
    await subscription.unsubscribe();
  } catch {
    // An unavailable server: the next round tries again.
  } finally {
    closing.removeEventListener('abort', end);
  }
  return subscribed;
}

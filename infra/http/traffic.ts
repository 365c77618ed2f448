import type { MinuteOfTraffic } from '../processes/port.ts';

const minuteMs = 60_000;
/** Minutes that are kept. */
const kept = 60;

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Counts what is asked of this process, minute by minute of the clock. */
export interface Traffic {
  count(method: string, status: number): void;
  /** The minutes of the last hour in which something was asked, the newest last. */
  lastHour(): MinuteOfTraffic[];
}

/** @param now milliseconds since 1970 */
export function createTraffic(now: () => number = Date.now): Traffic {
  const minutes: MinuteOfTraffic[] = [];
  const current = (): MinuteOfTraffic => {
    const at = Math.floor(now() / minuteMs) * minuteMs;
    const last = minutes.at(-1);
    if (last?.at === at) return last;
    const fresh = { at, reads: 0, writes: 0, failures: 0 };
    if (minutes.push(fresh) > kept) minutes.shift();
    return fresh;
  };
  return {
    count: (method, status) => {
      const minute = current();
      if (isRead(method)) minute.reads++;
      else minute.writes++;
      if (status >= 500) minute.failures++;
    },
    lastHour: () => minutes.filter(({ at }) => at > now() - kept * minuteMs),
  };
}

import type { LoggedOrder } from './order-log.ts';

/** Between which traces of orders something was struck: how often, the last before it and the first after it. */
export function gapsOf(orders: readonly LoggedOrder[], strikes: readonly number[]): string[] {
  const gaps = new Map<string, number>();
  for (const at of strikes)
    for (const { traces } of orders) {
      const [before, after] = [traces.findLast((trace) => trace.at <= at), traces.find((trace) => trace.at > at)];
      if (!before || !after) continue;
      const gap = `${before.what} | ${after.what}`;
      gaps.set(gap, (gaps.get(gap) ?? 0) + 1);
    }
  return [...gaps].toSorted(([, one], [, other]) => other - one).map(([gap, times]) => `${times} x ${gap}`);
}

import type { ChatThreadView } from '@waystory/proto/assistant/thread.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** spec 2.10: age groups of the history. */
export type ThreadAge = 'today' | 'week' | 'month' | 'older';
export const threadAges: readonly ThreadAge[] = ['today', 'week', 'month', 'older'];

/** spec 9: groups of 7 and 30 days. @param now Milliseconds since 1970. */
export function threadAgeOf(moment: string, now: number): ThreadAge {
  const at = Date.parse(moment);
  if (at >= new Date(now).setHours(0, 0, 0, 0)) return 'today';
  if (now - at < 7 * day) return 'week';
  return now - at < 30 * day ? 'month' : 'older';
}

/** Threads grouped by age, without empty groups. */
export function threadGroups(threads: readonly ChatThreadView[], now: number): { age: ThreadAge; threads: ChatThreadView[] }[] {
  return threadAges
    .map((age) => ({ age, threads: threads.filter(({ createdAt }) => threadAgeOf(createdAt, now) === age) }))
    .filter(({ threads: some }) => some.length > 0);
}

/** spec 2.10: 'Nm ago', 'Nh ago', 'Nd ago', as a number and its unit. */
export function timeSince(moment: string, now: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  const passed = Math.max(0, now - Date.parse(moment));
  if (passed < hour) return { unit: 'minutes', count: Math.floor(passed / minute) };
  return passed < day ? { unit: 'hours', count: Math.floor(passed / hour) } : { unit: 'days', count: Math.floor(passed / day) };
}

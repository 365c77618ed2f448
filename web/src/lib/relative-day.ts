const day = 86_400_000;

/** Approximate time in words: `today`, `yesterday`, `5 days ago`, `3 months ago`. Both times are ISO 8601. */
export function relativeDay(moment: string, now: string, language: string): string {
  const days = Math.round((startOfDay(moment) - startOfDay(now)) / day);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (Math.abs(days) < 14) return words.format(days, 'day');
  if (Math.abs(days) < 60) return words.format(Math.round(days / 7), 'week');
  if (Math.abs(days) < 365) return words.format(Math.round(days / 30), 'month');
  return words.format(Math.round(days / 365), 'year');
}

const startOfDay = (moment: string): number => new Date(moment).setHours(0, 0, 0, 0);

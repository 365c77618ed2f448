/** Local date of a time, `26 November 2026`, optionally with the time of day. */
export const dayText = (instant: string, language: string, withTime = false): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', ...(withTime && { timeStyle: 'short' }) }).format(new Date(instant));

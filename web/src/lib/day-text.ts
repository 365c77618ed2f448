/** The day of a moment where its reader is, `26 November 2026`; with the time of day where that matters. */
export const dayText = (instant: string, language: string, withTime = false): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', ...(withTime && { timeStyle: 'short' }) }).format(new Date(instant));

/** So many days an itinerary stays in the bin. Alone in its file, so that a page can tell it without the rules of an itinerary. */
export const binDays = 30;

/** When an itinerary is deleted that went into the bin at an instant, epoch milliseconds. */
export const binEnd = (binnedAt: string): number => Date.parse(binnedAt) + binDays * 86_400_000;

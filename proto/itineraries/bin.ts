/** Days that an itinerary stays in the bin. In a separate file, so that pages need not load the rules of an itinerary. */
export const binDays = 30;

/** Time of the final deletion of a binned itinerary, epoch milliseconds. */
export const binEnd = (binnedAt: string): number => Date.parse(binnedAt) + binDays * 86_400_000;

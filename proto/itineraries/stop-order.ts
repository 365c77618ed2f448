/** Place of a stop in the order of an itinerary, and on some of its days another one. */
export interface Placement {
  dayIds: string[];
  index: number;
  dayIndexes?: { dayId: string; index: number }[] | undefined;
}

/** Place of a stop in the order of one of its days: its own there, or the one that it has everywhere. */
export const indexOn = ({ index, dayIndexes }: Pick<Placement, 'index' | 'dayIndexes'>, dayId: string): number =>
  dayIndexes?.find((one) => one.dayId === dayId)?.index ?? index;

/**
 * A stop on these days, with the places that it had on those of them it was on. A stop of one day has its place there as its index; what says no
 * more than the index is left out.
 */
export function placedOn({ index, dayIndexes = [] }: Pick<Placement, 'index' | 'dayIndexes'>, dayIds: readonly string[]): Placement {
  const kept = dayIndexes.filter(({ dayId }) => dayIds.includes(dayId));
  const [only] = dayIds.length === 1 ? kept : [];
  if (only) return { dayIds: [...dayIds], index: only.index };
  const own = kept.filter((one) => one.index !== index);
  return { dayIds: [...dayIds], index, ...(own.length > 0 && { dayIndexes: own }) };
}

/** Largest index of a stop. */
export const maxStopIndex = 1_000_000;

export interface StopIndexOnDay {
  dayId: string;
  index: number;
}

/** Index of a stop in its itinerary, with different indexes for single days. */
export interface Placement {
  dayIds: string[];
  index: number;
  dayIndexes?: StopIndexOnDay[] | undefined;
}

/** Index of a stop on one of its days: its entry for the day in `dayIndexes`, or else `index`. */
export const stopIndexOnDay = ({ index, dayIndexes }: Pick<Placement, 'index' | 'dayIndexes'>, dayId: string): number =>
  dayIndexes?.find((one) => one.dayId === dayId)?.index ?? index;

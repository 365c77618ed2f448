/** Largest place in an order of stops. */
export const lastIndex = 1_000_000;

export interface DayIndex {
  dayId: string;
  index: number;
}

/** Place of a stop in the order of an itinerary, and on some of its days another one. */
export interface Placement {
  dayIds: string[];
  index: number;
  dayIndexes?: DayIndex[] | undefined;
}

/** Place of a stop in the order of one of its days: its own there, or the one that it has everywhere. */
export const indexOn = ({ index, dayIndexes }: Pick<Placement, 'index' | 'dayIndexes'>, dayId: string): number =>
  dayIndexes?.find((one) => one.dayId === dayId)?.index ?? index;

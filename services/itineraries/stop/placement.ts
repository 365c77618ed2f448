import { type DayIndex, indexOn, type Placement } from '@waystory/proto/itineraries/stop-order.ts';

/** A stop on these days, at a place in the order of each. The order of one day says nothing about that of another. */
export function placedOn(dayIds: readonly string[], index: number, indexOf: (dayId: string) => number): Placement {
  const days = [...new Set(dayIds)];
  const [only] = days;
  // A stop of one day has its place there as its index.
  if (only !== undefined && days.length === 1) return { dayIds: days, index: indexOf(only) };
  const places = days.map((dayId) => ({ dayId, index: indexOf(dayId) }));
  return exactly(
    days,
    index,
    places.filter((one) => one.index !== index),
  );
}

/** Also a place that is the index is kept, as the index alone may be taken back. */
function exactly(dayIds: string[], index: number, places: readonly DayIndex[]): Placement {
  const dayIndexes = dayIds.flatMap((dayId) => places.find((one) => one.dayId === dayId) ?? []);
  return { dayIds, index, ...(dayIndexes.length > 0 && { dayIndexes }) };
}

/** A stop that leaves a day; its place on the others stays. */
export const withoutDay = (stop: Placement, dayId: string): Placement =>
  placedOn(
    stop.dayIds.filter((other) => other !== dayId),
    stop.index,
    (other) => indexOn(stop, other),
  );

/** A stop at some place of one day, which it may be new on; its place on the others stays. */
export function withDay(stop: Placement, dayId: string, index: number): Placement {
  const isNew = !stop.dayIds.includes(dayId);
  const dayIds = isNew ? [...stop.dayIds, dayId] : stop.dayIds;
  if (dayIds.length === 1) return { dayIds, index };
  const own = isNew && index === stop.index ? [] : [{ dayId, index }];
  return exactly(dayIds, stop.index, [...own, ...(stop.dayIndexes ?? [])]);
}

/**
 * Placement of a stop after a change of days and index. The index applies to the days that are new for the stop; without new days, to all of its
 * days. With `dayIndexes`, all three are taken as given.
 */
export function replaced(stop: Placement, said: Partial<Placement>): Placement {
  const { dayIds = stop.dayIds, index = stop.index, dayIndexes } = said;
  if (dayIndexes) return exactly(dayIds, index, dayIndexes);
  if (said.dayIds === undefined && said.index === undefined) return stop;
  const isNew = (dayId: string): boolean => !stop.dayIds.includes(dayId);
  // An unchanged index says nothing about the places on days.
  const isAll = index !== stop.index && !dayIds.some(isNew);
  return placedOn(dayIds, index, (dayId) => (isAll || isNew(dayId) ? index : indexOn(stop, dayId)));
}

const told = ({ dayIds, index, dayIndexes = [] }: Placement): string => JSON.stringify([dayIds, index, dayIndexes]);

export const isSamePlacement = (a: Placement, b: Placement): boolean => told(a) === told(b);

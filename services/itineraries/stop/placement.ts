import { type Placement, type StopIndexOnDay, stopIndexOnDay } from '@waystory/proto/itineraries/stop-order.ts';

/** Placement of a stop on these days, with an index in the order of each. The order of one day is independent of the others. */
export function placementOn(dayIds: readonly string[], index: number, indexOf: (dayId: string) => number): Placement {
  const days = [...new Set(dayIds)];
  const [only] = days;
  // The index on the only day becomes the index of the stop.
  if (only !== undefined && days.length === 1) return { dayIds: days, index: indexOf(only) };
  const places = days.map((dayId) => ({ dayId, index: indexOf(dayId) }));
  return exactly(
    days,
    index,
    places.filter((one) => one.index !== index),
  );
}

/** Indexes on days equal to the stop's index are kept too, because the stop's index alone may be reversed. */
function exactly(dayIds: string[], index: number, places: readonly StopIndexOnDay[]): Placement {
  const dayIndexes = dayIds.flatMap((dayId) => places.find((one) => one.dayId === dayId) ?? []);
  return { dayIds, index, ...(dayIndexes.length > 0 && { dayIndexes }) };
}

/** Placement without one day; the indexes on other days stay. */
export const withoutDay = (stop: Placement, dayId: string): Placement =>
  placementOn(
    stop.dayIds.filter((other) => other !== dayId),
    stop.index,
    (other) => stopIndexOnDay(stop, other),
  );

/** Placement with an index on one day, which may be new; the indexes on other days stay. */
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
export function changedPlacement(stop: Placement, said: Partial<Placement>): Placement {
  const { dayIds = stop.dayIds, index = stop.index, dayIndexes } = said;
  if (dayIndexes) return exactly(dayIds, index, dayIndexes);
  if (said.dayIds === undefined && said.index === undefined) return stop;
  const isNew = (dayId: string): boolean => !stop.dayIds.includes(dayId);
  // An unchanged index leaves the indexes on days unchanged.
  const isAll = index !== stop.index && !dayIds.some(isNew);
  return placementOn(dayIds, index, (dayId) => (isAll || isNew(dayId) ? index : stopIndexOnDay(stop, dayId)));
}

const told = ({ dayIds, index, dayIndexes = [] }: Placement): string => JSON.stringify([dayIds, index, dayIndexes]);

export const isSamePlacement = (a: Placement, b: Placement): boolean => told(a) === told(b);

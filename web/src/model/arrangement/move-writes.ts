import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { daysAfter, type Move, orderIn, type Plan, placed, unplanned } from './arrangement.ts';

/**
 * One request. `ifMatch` is the version seen, or `previous` for the one that the write before brought about.
 * Each leaves every stop on exactly the days that it should be on, so a move that stops half-way loses none.
 */
export type Write =
  | { kind: 'day'; dayId: string; stopIds: string[]; ifMatch: number | 'previous' }
  | { kind: 'stop'; stopId: string; dayIds: string[]; index: number; ifMatch: number };

/** What to send for a move: one write, and a second one only where the order has no number free for the stop. */
export function writesOf(plan: Plan, move: Move): Write[] {
  const stop = plan.stops.find(({ id }) => id === move.stopId);
  if (!stop) return [];
  const { to, from, before } = move;
  const stopIds = placed(orderIn(plan, to), stop.id, before);
  const day = plan.days.find(({ id }) => id === to);
  if (from === to) return day ? [{ kind: 'day', dayId: to, stopIds, ifMatch: day.version }] : [];

  const index = to === unplanned ? stop.index : freeIndex(plan, stop, stopIds);
  const write: Write = { kind: 'stop', stopId: stop.id, dayIds: daysAfter(stop, move), index: index ?? stop.index, ifMatch: stop.version };
  return index === null ? [write, { kind: 'day', dayId: to, stopIds, ifMatch: 'previous' }] : [write];
}

/**
 * Index that puts a stop newly on a day where `stopIds` has it, or null when there is none.
 * The server orders a day by index; of equal ones the newcomer comes last.
 */
function freeIndex({ stops }: Plan, stop: Stop, stopIds: readonly string[]): number | null {
  // A stop that is on the day already would not come last among equals.
  if (stop.dayIds.length > 1) return null;
  const at = stopIds.indexOf(stop.id);
  const indexAt = (place: number): number | undefined => stops.find(({ id }) => id === stopIds[place])?.index;
  const [previous, next] = [indexAt(at - 1), indexAt(at + 1)];
  if (previous === undefined) return next === undefined ? stop.index : next > 0 ? next - 1 : null;
  if (next !== undefined && next <= previous) return null;
  return next === undefined || next > previous + 1 ? previous + 1 : previous;
}

import type { Day } from '@waystory/proto/itineraries/day.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import { indexOn, lastIndex } from '@waystory/proto/itineraries/stop-order.ts';

/** Column of the stops that are on no day. */
export const unplanned = 'unplanned';

/** The days of an itinerary and all of its stops. */
export interface Plan {
  days: readonly Day[];
  stops: readonly StopView[];
}

/** A stop is taken from one column and put into another or the same one, before a stop of it or at its end (null). */
export interface Move {
  stopId: string;
  from: string;
  to: string;
  before: string | null;
}

export interface Column {
  /** Id of the day, or `unplanned`. */
  id: string;
  day: Day | null;
  stops: StopView[];
}

/** Days in their order with their stops in theirs; the stops without a day come last, and are left out when there are none. */
export function columnsOf({ days, stops }: Plan): Column[] {
  const byId = new Map(stops.map((stop) => [stop.id, stop]));
  const columns = days
    .toSorted((a, b) => a.number - b.number)
    .map((day): Column => ({ id: day.id, day, stops: day.stopIds.map((id) => byId.get(id)).filter((stop) => stop !== undefined) }));
  const left = stops.filter(({ dayIds }) => dayIds.length === 0).toSorted((a, b) => a.index - b.index);
  return left.length > 0 ? [...columns, { id: unplanned, day: null, stops: left }] : columns;
}

export const orderIn = (plan: Plan, column: string): string[] =>
  columnsOf(plan)
    .find(({ id }) => id === column)
    ?.stops.map(({ id }) => id) ?? [];

/** `ids` with `id` before another one, or at the end when that is null or not among them. */
export function placed(ids: readonly string[], id: string, before: string | null): string[] {
  const others = ids.filter((other) => other !== id);
  const at = before === null ? -1 : others.indexOf(before);
  return at < 0 ? [...others, id] : others.toSpliced(at, 0, id);
}

/** Days of a stop after a move; a stop can be on other days as well, and stays on them. */
export function daysAfter({ dayIds }: Pick<StopView, 'dayIds'>, { from, to }: Move): string[] {
  const others = dayIds.filter((id) => id !== from && id !== to);
  if (to === unplanned) return others;
  const at = dayIds.indexOf(from);
  return at < 0 ? [...others, to] : others.toSpliced(Math.min(at, others.length), 0, to);
}

/** The plan as it looks after a move that the server does not know yet. */
export function applyMove(plan: Plan, move: Move): Plan {
  const { stopId, from, to, before } = move;
  const days = plan.days.map((day) => {
    if (day.id === to) return { ...day, stopIds: placed(day.stopIds, stopId, before) };
    return day.id === from ? { ...day, stopIds: day.stopIds.filter((id) => id !== stopId) } : day;
  });
  const stops = plan.stops.map((stop) => (stop.id === stopId && from !== to ? { ...stop, dayIds: daysAfter(stop, move) } : stop));
  return { days, stops };
}

/** The move that puts the stop back where it was in `plan`, which is as it was before `move`. */
export function inverseOf(plan: Plan, { stopId, from, to }: Move): Move {
  const order = orderIn(plan, from);
  return { stopId, from: to, to: from, before: order[order.indexOf(stopId) + 1] ?? null };
}

/** The move changes something, and what it moves is still there. */
export function isPossible(plan: Plan, move: Move): boolean {
  const isThere = plan.stops.some(({ id }) => id === move.stopId) && (move.to === unplanned || plan.days.some(({ id }) => id === move.to));
  if (!isThere) return false;
  if (move.from !== move.to) return true;
  const order = orderIn(plan, move.to);
  return move.to !== unplanned && order.join() !== placed(order, move.stopId, move.before).join();
}

/** My order of a day laid over somebody else's: what they removed is deletedIds, what they added stays behind the stop that it follows there. */
export function mergeOrders(mine: readonly string[], theirs: readonly string[]): string[] {
  const merged = mine.filter((id) => theirs.includes(id));
  theirs.forEach((id, index) => {
    if (merged.includes(id)) return;
    const previous = theirs.slice(0, index).findLast((other) => merged.includes(other));
    merged.splice(previous === undefined ? 0 : merged.indexOf(previous) + 1, 0, id);
  });
  return merged;
}

/** The plan without what was deleted and can still be taken back; the days behind a deleted one move up. */
export function visiblePlan({ days, stops }: Plan, deletedIds: ReadonlySet<string>): Plan {
  if (deletedIds.size === 0) return { days, stops };
  const left = stops.filter(({ id }) => !deletedIds.has(id)).map((stop) => ({ ...stop, dayIds: stop.dayIds.filter((id) => !deletedIds.has(id)) }));
  const remaining = days.toSorted((a, b) => a.number - b.number).filter(({ id }) => !deletedIds.has(id));
  return { days: remaining.map((day, index) => ({ ...day, number: index + 1 })), stops: left };
}

/**
 * One request. `ifMatch` is the version seen, or `previous` for the one that the write before brought about.
 * Each leaves every stop on exactly the days that it should be on, so a move that stops half-way loses none.
 */
export type Write =
  | { kind: 'day'; dayId: string; stopIds: string[]; ifMatch: number | 'previous' }
  | { kind: 'stop'; stopId: string; dayIds: string[]; index: number; ifMatch: number };

/** Requests for a move: one, and a second one only where the order has no free index. */
export function writesOf(plan: Plan, move: Move): Write[] {
  const stop = plan.stops.find(({ id }) => id === move.stopId);
  if (!stop) return [];
  const { to, from, before } = move;
  const stopIds = placed(orderIn(plan, to), stop.id, before);
  const day = plan.days.find(({ id }) => id === to);
  if (from === to) return day ? [{ kind: 'day', dayId: to, stopIds, ifMatch: day.version }] : [];

  const index = to === unplanned ? stop.index : freeIndex(plan, stop, { dayId: to, stopIds });
  const write: Write = { kind: 'stop', stopId: stop.id, dayIds: daysAfter(stop, move), index: index ?? stop.index, ifMatch: stop.version };
  return index === null ? [write, { kind: 'day', dayId: to, stopIds, ifMatch: 'previous' }] : [write];
}

/**
 * Index that puts a stop newly on a day where `stopIds` has it, or null when there is none.
 * The server orders a day by index; of equal ones the newcomer comes last.
 */
function freeIndex({ stops }: Plan, stop: StopView, { dayId, stopIds }: { dayId: string; stopIds: readonly string[] }): number | null {
  // A stop of several days has a place on each, which only the day can give it.
  if (stop.dayIds.length > 1) return null;
  const at = stopIds.indexOf(stop.id);
  const indexAt = (place: number): number | undefined => {
    const other = stops.find(({ id }) => id === stopIds[place]);
    return other && indexOn(other, dayId);
  };
  const [previous, next] = [indexAt(at - 1), indexAt(at + 1)];
  if (previous === undefined) return next === undefined ? stop.index : next > 0 ? next - 1 : null;
  if (next !== undefined && next <= previous) return null;
  if (previous >= lastIndex) return null;
  return next === undefined || next > previous + 1 ? previous + 1 : previous;
}

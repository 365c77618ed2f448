import type { Day } from '@waystory/proto/itineraries/day.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import { maxStopIndex, stopIndexOnDay } from '@waystory/proto/itineraries/stop-order.ts';

/** Column of stops without a day. */
export const unplanned = 'unplanned';

/** Days and all stops of an itinerary. */
export interface Plan {
  days: readonly Day[];
  stops: readonly StopView[];
}

/** Move of a stop between columns or within a column: before another stop, or to the end (null). */
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

/** Days in order with their ordered stops. Stops without a day come last, and their column is omitted when empty. */
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

/** `ids` with `id` moved before another id, or to the end when that is null or missing. */
export function withMovedId(ids: readonly string[], id: string, before: string | null): string[] {
  const others = ids.filter((other) => other !== id);
  const at = before === null ? -1 : others.indexOf(before);
  return at < 0 ? [...others, id] : others.toSpliced(at, 0, id);
}

/** Days of a stop after a move. A stop on several days keeps the other days. */
export function dayIdsAfterMove({ dayIds }: Pick<StopView, 'dayIds'>, { from, to }: Move): string[] {
  const others = dayIds.filter((id) => id !== from && id !== to);
  if (to === unplanned) return others;
  const at = dayIds.indexOf(from);
  return at < 0 ? [...others, to] : others.toSpliced(Math.min(at, others.length), 0, to);
}

/** The plan after a move that is not yet saved. */
export function applyMove(plan: Plan, move: Move): Plan {
  const { stopId, from, to, before } = move;
  const days = plan.days.map((day) => {
    if (day.id === to) return { ...day, stopIds: withMovedId(day.stopIds, stopId, before) };
    return day.id === from ? { ...day, stopIds: day.stopIds.filter((id) => id !== stopId) } : day;
  });
  const stops = plan.stops.map((stop) => (stop.id === stopId && from !== to ? { ...stop, dayIds: dayIdsAfterMove(stop, move) } : stop));
  return { days, stops };
}

/** Inverse of a move: restores the stop's position in `plan`, the plan before the move. */
export function inverseMove(plan: Plan, { stopId, from, to }: Move): Move {
  const order = orderIn(plan, from);
  return { stopId, from: to, to: from, before: order[order.indexOf(stopId) + 1] ?? null };
}

/** True when the move has an effect, and its stop and target still exist. */
export function isPossibleMove(plan: Plan, move: Move): boolean {
  const isThere = plan.stops.some(({ id }) => id === move.stopId) && (move.to === unplanned || plan.days.some(({ id }) => id === move.to));
  if (!isThere) return false;
  if (move.from !== move.to) return true;
  const order = orderIn(plan, move.to);
  return move.to !== unplanned && order.join() !== withMovedId(order, move.stopId, move.before).join();
}

/**
 * Merges the writer's order of a day (`mine`) with the server's (`theirs`). Stops removed on the server stay removed, and stops added there keep
 * their predecessor.
 */
export function mergeOrders(mine: readonly string[], theirs: readonly string[]): string[] {
  const merged = mine.filter((id) => theirs.includes(id));
  theirs.forEach((id, index) => {
    if (merged.includes(id)) return;
    const previous = theirs.slice(0, index).findLast((other) => merged.includes(other));
    merged.splice(previous === undefined ? 0 : merged.indexOf(previous) + 1, 0, id);
  });
  return merged;
}

/** The plan without deletions that can still be undone; days after a deleted day are renumbered. */
export function visiblePlan({ days, stops }: Plan, deletedIds: ReadonlySet<string>): Plan {
  if (deletedIds.size === 0) return { days, stops };
  const left = stops.filter(({ id }) => !deletedIds.has(id)).map((stop) => ({ ...stop, dayIds: stop.dayIds.filter((id) => !deletedIds.has(id)) }));
  const remaining = days.toSorted((a, b) => a.number - b.number).filter(({ id }) => !deletedIds.has(id));
  return { days: remaining.map((day, index) => ({ ...day, number: index + 1 })), stops: left };
}

/**
 * One request of a move. `ifMatch` is the version read, or `previous` for the version that the preceding write returned. Each request leaves every
 * stop on valid days, so an interrupted move loses no stop.
 */
export type MoveWrite =
  | { kind: 'day'; dayId: string; stopIds: string[]; ifMatch: number | 'previous' }
  | { kind: 'stop'; stopId: string; dayIds: string[]; index: number; ifMatch: number };

/** Requests of a move: none for a missing stop or day, otherwise one, or two when no index between the neighbours is free. */
export function moveWritesOf(plan: Plan, move: Move): MoveWrite[] {
  const stop = plan.stops.find(({ id }) => id === move.stopId);
  if (!stop) return [];
  const { to, from, before } = move;
  const stopIds = withMovedId(orderIn(plan, to), stop.id, before);
  const day = plan.days.find(({ id }) => id === to);
  if (from === to) return day ? [{ kind: 'day', dayId: to, stopIds, ifMatch: day.version }] : [];

  const index = to === unplanned ? stop.index : freeIndex(plan, stop, { dayId: to, stopIds });
  const write: MoveWrite = { kind: 'stop', stopId: stop.id, dayIds: dayIdsAfterMove(stop, move), index: index ?? stop.index, ifMatch: stop.version };
  return index === null ? [write, { kind: 'day', dayId: to, stopIds, ifMatch: 'previous' }] : [write];
}

/**
 * Index that places a stop newly added to a day as in `stopIds`; null without a free index. The server orders by index, and the newly added stop
 * comes last among equals.
 */
function freeIndex({ stops }: Plan, stop: StopView, { dayId, stopIds }: { dayId: string; stopIds: readonly string[] }): number | null {
  // One index cannot express the positions of a stop on several days; each day stores its own order.
  if (stop.dayIds.length > 1) return null;
  const at = stopIds.indexOf(stop.id);
  const indexAt = (place: number): number | undefined => {
    const other = stops.find(({ id }) => id === stopIds[place]);
    return other && stopIndexOnDay(other, dayId);
  };
  const [previous, next] = [indexAt(at - 1), indexAt(at + 1)];
  if (previous === undefined) return next === undefined ? stop.index : next > 0 ? next - 1 : null;
  if (next !== undefined && next <= previous) return null;
  if (previous >= maxStopIndex) return null;
  return next === undefined || next > previous + 1 ? previous + 1 : previous;
}

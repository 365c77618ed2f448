import { changedFields, isEmpty } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import { type dayRoutes, maxDays } from '@waystory/proto/itineraries/day.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { maxStopIndex, type Placement, stopIndexOnDay } from '@waystory/proto/itineraries/stop-order.ts';
import type { z } from 'zod';
import { docIn } from '../itinerary/doc-table.ts';
import type { Story, StoryEvent } from '../itinerary/story.ts';
import { withDay, withoutDay } from '../stop/placement.ts';
import { stopOf } from '../stop/stop.ts';
import { optimizeRoute } from './optimize-route.ts';

type OrderRules = z.output<typeof dayRoutes.optimizeDay.body>;

export type DayCommand =
  /** Without a number the day is added at the end; a restored day takes its former number. */
  | { type: 'AddDay'; dayId: string; day: z.output<typeof dayRoutes.addDay.body>; number?: number; actor: Principal }
  | { type: 'PatchDay'; dayId: string; changes: z.output<typeof dayRoutes.patchDay.body>; actor: Principal }
  | { type: 'OptimizeDay'; dayId: string; rules: OrderRules; actor: Principal }
  | { type: 'RemoveDay'; dayId: string; actor: Principal };

/** Precondition: the actor may change the itinerary. */
export function decideDay(command: DayCommand, story: Story, itinerary: Itinerary): StoryEvent[] {
  const { dayId } = command;
  switch (command.type) {
    case 'AddDay': {
      if (itinerary.daysCount >= maxDays) throw new Rejected('day/too-many');
      const last = itinerary.daysCount + 1;
      return [{ type: 'DayAdded', data: { dayId, number: Math.min(command.number ?? last, last), ...command.day } }];
    }
    case 'PatchDay': {
      const day = dayOf(story, dayId);
      const { stopIds, ...written } = command.changes;
      const changes = changedFields(day, written);
      const rewritten: StoryEvent[] = isEmpty(changes) ? [] : [{ type: 'DayRewritten', data: { dayId, changes } }];
      return stopIds ? [...rewritten, ...arrange(story, dayId, stopIds)] : rewritten;
    }
    case 'OptimizeDay':
      return optimizeDay(story, dayId, command.rules);
    case 'RemoveDay':
      dayOf(story, dayId);
      return [{ type: 'DayRemoved', data: { dayId } }];
    default:
      return command satisfies never;
  }
}

export function dayOf({ days }: Story, dayId: string) {
  const day = docIn(days, dayId);
  if (!day) throw new Rejected('day/unknown', { dayId });
  return day;
}

function optimizeDay(story: Story, dayId: string, rules: OrderRules): StoryEvent[] {
  const { stopIds, isChanged } = optimizedDay(story, dayId, rules);
  return isChanged ? arrange(story, dayId, stopIds) : [];
}

/** A shorter order of a day's stops, accepted or suggested, see `optimizeRoute`; the present order when none is shorter. */
export function optimizedDay(story: Story, dayId: string, { lockedStopIds = [], ...rules }: OrderRules) {
  const before = dayOf(story, dayId).stopIds;
  const stops = before.map((stopId) => stopOf(story, stopId));
  const located = stops.filter(({ isLocated }) => isLocated);
  const route = optimizeRoute(
    located.map(({ id, coordinates, startTime }) => ({ id, coordinates, startTime, locked: lockedStopIds.includes(id) })),
    { freeStart: rules.freeStart ?? false, freeEnd: rules.freeEnd ?? false },
  );
  const order = route.stopIds.values();
  // An unlocated stop keeps its position among the others.
  const stopIds = stops.map(({ id, isLocated }) => (isLocated ? (order.next().value ?? id) : id));
  return { ...route, stopIds, isChanged: stopIds.some((id, place) => id !== before[place]) };
}

/** Gives a day exactly these stops in this order: stops join or leave the day, and take each other's indexes on it. Other days stay as they are. */
function arrange(story: Story, dayId: string, stopIds: readonly string[]): StoryEvent[] {
  const staysHere = new Set(stopIds);
  const stops = [...staysHere].map((stopId) => stopOf(story, stopId));
  const leaving = dayOf(story, dayId)
    .stopIds.filter((stopId) => !staysHere.has(stopId))
    .map((stopId) => stopOf(story, stopId))
    .map((stop) => moved(stop.id, withoutDay(stop, dayId)));
  const indexes = rising(stops.map((stop) => stopIndexOnDay(stop, dayId)));
  const staying = stops.flatMap((stop, place) => {
    const index = indexes[place] ?? 0;
    return stop.dayIds.includes(dayId) && index === stopIndexOnDay(stop, dayId) ? [] : [moved(stop.id, withDay(stop, dayId, index))];
  });
  return [...leaving, ...staying];
}

/** The indexes sorted and made strictly rising, because two stops may share an index. */
function rising(indexes: readonly number[]): number[] {
  let previous = -1;
  const up = indexes.toSorted((a, b) => a - b).map((index) => (previous = Math.max(index, previous + 1)));
  let next = maxStopIndex + 1;
  return up
    .toReversed()
    .map((index) => (next = Math.min(index, next - 1)))
    .reverse();
}

const moved = (stopId: string, placement: Placement): StoryEvent => ({ type: 'StopMoved', data: { stopId, ...placement } });

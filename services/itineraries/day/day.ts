import { differences, isEmpty } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import { type dayRoutes, maxDays } from '@waystory/proto/itineraries/day.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { indexOn, type Placement, placedOn } from '@waystory/proto/itineraries/stop-order.ts';
import type { z } from 'zod';
import { docIn } from '../itinerary/doc-table.ts';
import type { Story, StoryEvent } from '../itinerary/story.ts';
import { stopOf } from '../stop/stop.ts';
import { optimizeRoute } from './optimize-route.ts';

export type DayCommand =
  /** At the end, or where it was when it had this number. */
  | { type: 'AddDay'; dayId: string; day: z.output<typeof dayRoutes.addDay.body>; number?: number; actor: Principal }
  | { type: 'PatchDay'; dayId: string; changes: z.output<typeof dayRoutes.patchDay.body>; actor: Principal }
  | { type: 'OptimizeDay'; dayId: string; rules: z.output<typeof dayRoutes.optimizeDay.body>; actor: Principal }
  | { type: 'RemoveDay'; dayId: string; actor: Principal };

/** The caller has made sure that the actor may change the itinerary. */
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
      const changes = differences(day, written);
      const rewritten: StoryEvent[] = isEmpty(changes) ? [] : [{ type: 'DayRewritten', data: { dayId, changes } }];
      return stopIds ? [...rewritten, ...arrange(story, dayId, stopIds)] : rewritten;
    }
    case 'OptimizeDay':
      return arrange(story, dayId, optimizedDay(story, dayId, command.rules).stopIds);
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

/** The best order of a day's stops, accepted or not. */
export function optimizedDay(story: Story, dayId: string, { lockedStopIds = [], ...rules }: z.output<typeof dayRoutes.optimizeDay.body>) {
  const stops = dayOf(story, dayId).stopIds.map((stopId) => stopOf(story, stopId));
  const located = stops.filter(({ isLocated }) => isLocated);
  const route = optimizeRoute(
    located.map(({ id, coordinates, startTime }) => ({ id, coordinates, startTime, locked: lockedStopIds.includes(id) })),
    { freeStart: rules.freeStart ?? false, freeEnd: rules.freeEnd ?? false },
  );
  const order = route.stopIds.values();
  // A stop that is nowhere yet keeps its place among the others.
  return { ...route, stopIds: stops.map(({ id, isLocated }) => (isLocated ? (order.next().value ?? id) : id)) };
}

/** Gives a day exactly these stops in this order: stops join or leave the day, and take each other's indexes on it. Other days keep their order. */
function arrange(story: Story, dayId: string, stopIds: readonly string[]): StoryEvent[] {
  const staysHere = new Set(stopIds);
  const stops = [...staysHere].map((stopId) => stopOf(story, stopId));
  const leaving = dayOf(story, dayId)
    .stopIds.filter((stopId) => !staysHere.has(stopId))
    .map((stopId) => stopOf(story, stopId))
    .map((stop) => {
      const others = stop.dayIds.filter((other) => other !== dayId);
      return moved(stop.id, placedOn(stop, others));
    });
  const indexes = stops.map((stop) => indexOn(stop, dayId)).sort((a, b) => a - b);
  let last = -1;
  const staying = stops.flatMap((stop, place) => {
    // Two stops may share an index; in an ordered day each must be after the one before.
    last = Math.max(indexes[place] ?? 0, last + 1);
    const isHere = stop.dayIds.includes(dayId);
    if (isHere && last === indexOn(stop, dayId)) return [];
    const elsewhere = (stop.dayIndexes ?? []).filter((one) => one.dayId !== dayId);
    const dayIds = isHere ? stop.dayIds : [...stop.dayIds, dayId];
    return [moved(stop.id, placedOn({ index: stop.index, dayIndexes: [...elsewhere, { dayId, index: last }] }, dayIds))];
  });
  return [...leaving, ...staying];
}

const moved = (stopId: string, placement: Placement): StoryEvent => ({ type: 'StopMoved', data: { stopId, ...placement } });

import { changedFields, isEmpty } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import type { PlaceOrigin } from '@waystory/proto/itineraries/place.ts';
import {
  longestTitle,
  maxStops,
  type Stop,
  type SuggestionDecision,
  stopEvents,
  type stopRoutes,
  type WrittenStop,
} from '@waystory/proto/itineraries/stop.ts';
import { maxStopIndex } from '@waystory/proto/itineraries/stop-order.ts';
import type { StopPlace } from '@waystory/proto/itineraries/stop-place.ts';
import type { z } from 'zod';
import { docIn, docsIn } from '../itinerary/doc-table.ts';
import { assertReferencesExist } from '../itinerary/references.ts';
import type { Story, StoryEvent } from '../itinerary/story.ts';
import { changedPlacement, isSamePlacement, placementOn } from './placement.ts';

/** Content of a new stop besides its place. */
export type NewStop = Partial<Omit<WrittenStop, 'title'>> & { title?: string | undefined; dayIds?: string[] | undefined; index?: number | undefined };

/** Changes to a stop, apart from its place. */
export type StopChanges = Omit<z.output<typeof stopRoutes.patchStop.body>, 'place'> & {
  /** Set only when a former order is restored. */
  dayIndexes?: Stop['dayIndexes'];
};

/** Place of a stop, as of the addition or relocation of the stop. */
export type ChosenPlace = StopPlace & { placeOrigin?: PlaceOrigin };

/** A stop to add, with its place. `dangling` are ids of missing images. */
export interface StopToAdd {
  stopId: string;
  stop: NewStop;
  place: ChosenPlace;
  origin: Stop['origin'];
  dangling?: string[];
}

export type StopCommand =
  | ({ type: 'AddStop'; actor: Principal } & StopToAdd)
  | { type: 'PatchStop'; stopId: string; changes: StopChanges; place?: ChosenPlace | undefined; dangling?: string[]; actor: Principal }
  | { type: 'RemoveStop'; stopId: string; actor: Principal }
  | { type: 'DecideStops'; stopIds: readonly string[]; decision: SuggestionDecision; actor: Principal }
  /** Restores a removed stop in its former state. */
  | { type: 'RestoreStop'; stop: Stop; placeOrigin: PlaceOrigin | undefined; actor: Principal };

/** A place name cut to the length of a title, without half a character at its end. */
const titleFrom = (placeName: string): string =>
  placeName
    .slice(0, longestTitle)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();

/** Precondition: the actor may change the itinerary. */
export function decideStop(command: StopCommand, story: Story, itinerary: Itinerary): StoryEvent[] {
  switch (command.type) {
    case 'AddStop': {
      mustHaveRoom(itinerary);
      const { dayIds = [], index = nextIndex(story) } = command.stop;
      mustHaveDays(story, dayIds);
      return [stopAdded(command, index)];
    }
    case 'PatchStop':
      return patch(command, story);
    case 'RemoveStop':
      stopOf(story, command.stopId);
      return [{ type: 'StopRemoved', data: { stopId: command.stopId } }];
    case 'DecideStops':
      return suggestedAmong(command.stopIds, story).map((stopId) => ({
        type: command.decision === 'ACCEPTED' ? 'StopAccepted' : 'StopRemoved',
        data: { stopId },
      }));
    case 'RestoreStop':
      return restore(command, story, itinerary);
    default:
      return command satisfies never;
  }
}

/**
 * Event of a new stop at an index.
 * @param path Path of the stop in the request, for errors.
 */
export function stopAdded({ stopId, stop, place, origin, dangling = [] }: StopToAdd, index: number, path = 'body'): StoryEvent {
  const { dayIds = [], index: _, title = titleFrom(place.placeName), ...written } = stop;
  assertReferencesExist(dangling, written, {}, 'stop', path);
  // spec 4: what the assistant proposes waits for its owner; what a person writes is accepted
  const state = origin === 'ASSISTANT' ? 'SUGGESTED' : 'ACCEPTED';
  return { type: 'StopAdded', data: { stopId, ...written, title, ...placementOn(dayIds, index, () => index), ...place, state, origin } };
}

/** Suggested stops among the ids, each once. Already decided stops are skipped, because a bulk decision may be out of date. */
const suggestedAmong = (stopIds: readonly string[], { stops }: Story): string[] =>
  [...new Set(stopIds)].filter((id) => docIn(stops, id)?.state === 'SUGGESTED');

function patch({ stopId, changes, place, dangling = [] }: Extract<StopCommand, { type: 'PatchStop' }>, story: Story): StoryEvent[] {
  const stop = stopOf(story, stopId);
  const { dayIds, index, dayIndexes, state = stop.state, ...written } = changes;
  mustHaveDays(story, dayIds ?? []);
  assertReferencesExist(dangling, written, stop, 'stop');
  const events: StoryEvent[] = [];
  const rewritten = changedFields(stop, written);
  if (!isEmpty(rewritten)) events.push({ type: 'StopRewritten', data: { stopId, changes: rewritten } });
  if (place && (place.placeId !== stop.placeId || (place.isLocated ?? true) !== stop.isLocated))
    events.push({ type: 'StopRelocated', data: { stopId, ...place, state: stop.state } });
  const placement = changedPlacement(stop, { dayIds, index, dayIndexes });
  if (!isSamePlacement(stop, placement)) events.push({ type: 'StopMoved', data: { stopId, ...placement } });
  if (state !== stop.state) events.push({ type: state === 'ACCEPTED' ? 'StopAccepted' : 'StopSuggested', data: { stopId } });
  return events;
}

function restore({ stop, placeOrigin }: Extract<StopCommand, { type: 'RestoreStop' }>, story: Story, itinerary: Itinerary): StoryEvent[] {
  if (docIn(story.stops, stop.id)) return [];
  mustHaveRoom(itinerary);
  mustHaveDays(story, stop.dayIds);
  // The schema of the event keeps only the fields that it defines.
  const { dayIndexes: _, ...added } = stop;
  const data = { ...added, ...changedPlacement(stop, stop), stopId: stop.id, ...(placeOrigin && { placeOrigin }) };
  return [{ type: 'StopAdded', data: stopEvents.schemas.StopAdded.parse(data) }];
}

function mustHaveRoom({ stopIds }: Itinerary): void {
  if (stopIds.length >= maxStops) throw new Rejected('stop/too-many');
}

export function stopOf({ stops }: Story, stopId: string): Stop {
  const stop = docIn(stops, stopId);
  if (!stop) throw new Rejected('stop/unknown', { stopId });
  return stop;
}

function mustHaveDays({ days }: Story, dayIds: readonly string[]): void {
  const unknown = dayIds.filter((dayId) => !docIn(days, dayId));
  if (unknown.length > 0) throw new Rejected('day/unknown', { dayIds: unknown });
}

const nextIndex = ({ stops }: Story): number =>
  Math.min(
    maxStopIndex,
    docsIn(stops).reduce((highest, { index, dayIndexes = [] }) => Math.max(highest, index, ...dayIndexes.map((one) => one.index)), -1) + 1,
  );

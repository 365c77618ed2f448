import { type EventContext, entityVersion, type Stream, streamId } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { type SavedItinerary, type SavedStop, type SaveEvent, saveEvents } from '@waystory/proto/social/save.ts';
import type { Target } from '@waystory/proto/social/target.ts';

/** An itinerary or a stop that an account saved. */
export type Save = SavedItinerary | SavedStop;

type SaveCommand =
  | { type: 'Save'; accountId: string /** Target of the save; null when the account cannot see it. */; target: Target | null }
  | { type: 'Unsave' };

function decide(command: SaveCommand, save: Save | null): SaveEvent[] {
  switch (command.type) {
    case 'Save': {
      const { accountId, target } = command;
      if (!target) throw new Rejected('save/target-unknown');
      if (save) return [];
      const { id, kind, itineraryId } = target;
      if (kind === 'itinerary') return [{ type: 'ItinerarySaved', data: { accountId, itineraryId } }];
      return [{ type: 'StopSaved', data: { accountId, stopId: id, itineraryId } }];
    }
    case 'Unsave': {
      if (!save) throw new Rejected('save/unknown');
      const { accountId, itineraryId } = save;
      if ('stopId' in save) return [{ type: 'StopUnsaved', data: { accountId, stopId: save.stopId } }];
      return [{ type: 'ItineraryUnsaved', data: { accountId, itineraryId } }];
    }
    default:
      return command satisfies never;
  }
}

function evolve(_: Save | null, event: SaveEvent & EventContext): Save | null {
  switch (event.type) {
    case 'ItinerarySaved':
      return savedItineraryOf(event);
    case 'StopSaved':
      return savedStopOf(event);
    case 'ItineraryUnsaved':
    case 'StopUnsaved':
      return null;
    default:
      return event satisfies never;
  }
}

type InContext<T extends SaveEvent['type']> = Extract<SaveEvent, { type: T }> & EventContext;

/** State of a new saved itinerary, which never changes until its removal. */
export const savedItineraryOf = ({ data, stream, version, at }: InContext<'ItinerarySaved'>): SavedItinerary => ({
  id: streamId(stream),
  ...data,
  version,
  createdAt: at,
});
/** State of a new saved stop. */
export const savedStopOf = ({ data, stream, version, at }: InContext<'StopSaved'>): SavedStop => ({
  id: streamId(stream),
  ...data,
  version,
  createdAt: at,
});

export const saveStream: Stream<SaveCommand, Save | null, SaveEvent> = {
  category: 'save',
  stateVersion: 1,
  events: saveEvents,
  decider: { initial: null, decide, evolve },
  versionOf: entityVersion,
};

/** Id derived from account and target, so that each account saves a target at most once. */
export const saveIdOf = (accountId: string, kind: Target['kind'], id: string): string => derivedId('save', accountId, kind, id);

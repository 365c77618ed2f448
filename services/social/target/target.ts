import type { EventContext } from '@waystory/infra/commands/decider.ts';
import { streamId } from '@waystory/infra/commands/decider.ts';
import type { Docs } from '@waystory/infra/read-models/projection.ts';
import type { Audience } from '@waystory/proto/itineraries/audience.ts';
import { itineraryEvents } from '@waystory/proto/itineraries/itinerary.ts';
import { stopEvents } from '@waystory/proto/itineraries/stop.ts';
import { type EventOf, joinEvents } from '@waystory/proto/kit/event.ts';
import type { Target } from '@waystory/proto/social/target.ts';

/** Events of an itinerary's stream that add or remove targets, or change who sees them. */
export const targetEvents = joinEvents(itineraryEvents, stopEvents);
type TargetEvent = EventOf<typeof targetEvents>;

/** Targets of an itinerary and its stops: in memory for rules, or in the read model for a projection. */
export interface TargetDocs {
  targets: Docs<Target>;
}

type InContext<T extends TargetEvent['type']> = Extract<TargetEvent, { type: T }> & Pick<EventContext, 'stream'>;
type Types =
  | 'ItineraryCreated'
  | 'ItineraryVisibilityChanged'
  | 'ItineraryHidden'
  | 'ItineraryRestored'
  | 'ItineraryDeleted'
  | 'StopAdded'
  | 'StopAccepted'
  | 'StopSuggested'
  | 'StopRemoved';

/** Handlers of itinerary events. An event without a handler changes no target. */
export const targetHandlers: { [T in Types]: (event: InContext<T>, docs: TargetDocs) => void } = {
  ItineraryCreated: ({ data: { accountId, visibility }, stream }, { targets }) => {
    const id = streamId(stream);
    targets.create(id, { id, kind: 'itinerary', itineraryId: id, stopIds: [], isAccepted: true, accountId, visibility, hidden: false });
  },
  ItineraryVisibilityChanged: ({ data, stream }, docs) => changeAudience(stream, docs, { visibility: data.visibility }),
  ItineraryHidden: ({ stream }, docs) => changeAudience(stream, docs, { hidden: true }),
  ItineraryRestored: ({ stream }, docs) => changeAudience(stream, docs, { hidden: false }),
  ItineraryDeleted: ({ stream }, { targets }) => {
    const id = streamId(stream);
    for (const stopId of targets.get(id)?.stopIds ?? []) targets.update(stopId, () => undefined);
    targets.update(id, () => undefined);
  },
  StopAdded: ({ data: { stopId, state }, stream }, { targets }) => {
    const itinerary = targets.get(streamId(stream));
    if (!itinerary) return;
    const { itineraryId, accountId, visibility, hidden } = itinerary;
    targets.create(stopId, { id: stopId, kind: 'stop', itineraryId, stopIds: [], isAccepted: state === 'ACCEPTED', accountId, visibility, hidden });
    targets.update(itineraryId, (doc) => doc && { ...doc, stopIds: [...doc.stopIds, stopId] });
  },
  StopAccepted: ({ data: { stopId } }, { targets }) => targets.update(stopId, (doc) => doc && { ...doc, isAccepted: true }),
  StopSuggested: ({ data: { stopId } }, { targets }) => targets.update(stopId, (doc) => doc && { ...doc, isAccepted: false }),
  StopRemoved: ({ data: { stopId }, stream }, { targets }) => {
    targets.update(stopId, () => undefined);
    targets.update(streamId(stream), (doc) => doc && { ...doc, stopIds: doc.stopIds.filter((id) => id !== stopId) });
  },
};

/** Changes the audience of an itinerary and of its stops, which share it. */
function changeAudience(stream: string, { targets }: TargetDocs, change: Partial<Audience>): void {
  const id = streamId(stream);
  for (const stopId of targets.get(id)?.stopIds ?? []) targets.update(stopId, (doc) => doc && { ...doc, ...change });
  targets.update(id, (doc) => doc && { ...doc, ...change });
}

import { mergeDefined, streamId } from '@waystory/infra/commands/decider.ts';
import type { Audience } from '@waystory/proto/itineraries/audience.ts';
import { blankItinerary, type Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { likeCountOf } from './likes.ts';
import { type InContext, type StoryDocs, type StoryHandlers, withEventVersion } from './story.ts';

type Types =
  | ('ItineraryCreated' | 'ItineraryRewritten' | 'ItineraryVisibilityChanged' | 'ItineraryHidden' | 'ItineraryRestored')
  | ('ItineraryBinned' | 'ItineraryUnbinned' | 'ItineraryDeleted');

/** Handlers of the events of an itinerary itself. */
export const itineraryHandlers: StoryHandlers<Types> = {
  ItineraryCreated: ({ data, stream, version, at }, { itineraries, likes }) => {
    const id = streamId(stream);
    const empty = {
      hidden: false,
      hiddenReason: null,
      binnedAt: null,
      binnedVisibility: null,
      dayIds: [],
      daysCount: 0,
      stopIds: [],
      stopsCount: 0,
      legIds: [],
      legsCount: 0,
    };
    const publishedAt = data.visibility === 'PUBLIC' ? at : null;
    likes.update(id, (doc) => doc ?? null);
    const likeCount = likeCountOf(id, likes);
    itineraries.update(id, () => ({ id, ...blankItinerary, ...data, ...empty, publishedAt, likeCount, version, createdAt: at, updatedAt: at }));
  },
  ItineraryRewritten: (event, { itineraries }) =>
    itineraries.update(streamId(event.stream), (itinerary) => itinerary && withEventVersion(mergeDefined(itinerary, event.data.changes), event)),
  ItineraryVisibilityChanged: (event, docs) => {
    const { visibility } = event.data;
    changeAudience(event, docs, { visibility }, (doc) => ({ publishedAt: doc.publishedAt ?? (visibility === 'PUBLIC' ? event.at : null) }));
  },
  ItineraryHidden: (event, docs) => changeAudience(event, docs, { hidden: true }, () => ({ hiddenReason: event.data.reason })),
  ItineraryRestored: (event, docs) => changeAudience(event, docs, { hidden: false }, () => ({ hiddenReason: null })),
  ItineraryBinned: (event, { itineraries }) =>
    itineraries.update(
      streamId(event.stream),
      (doc) => doc && withEventVersion({ ...doc, binnedAt: event.at, binnedVisibility: event.data.visibility }, event),
    ),
  ItineraryUnbinned: (event, { itineraries }) =>
    itineraries.update(streamId(event.stream), (doc) => doc && withEventVersion({ ...doc, binnedAt: null, binnedVisibility: null }, event)),
  ItineraryDeleted: ({ stream }, { itineraries, days, stops }) => {
    const itinerary = itineraries.get(streamId(stream));
    for (const id of itinerary?.dayIds ?? []) days.update(id, () => undefined);
    for (const id of itinerary?.stopIds ?? []) stops.update(id, () => undefined);
    itineraries.update(streamId(stream), () => undefined);
  },
};

/** Days and stops have the audience of their itinerary. */
function changeAudience(
  event: InContext<Types>,
  { itineraries, days, stops }: StoryDocs,
  change: Partial<Audience>,
  ofItself: (itinerary: Itinerary) => Partial<Itinerary>,
): void {
  const id = streamId(event.stream);
  const itinerary = itineraries.get(id);
  for (const dayId of itinerary?.dayIds ?? []) days.update(dayId, (day) => day && { ...day, ...change });
  for (const stopId of itinerary?.stopIds ?? []) stops.update(stopId, (stop) => stop && { ...stop, ...change });
  itineraries.update(id, (doc) => doc && withEventVersion({ ...doc, ...change, ...ofItself(doc) }, event));
}

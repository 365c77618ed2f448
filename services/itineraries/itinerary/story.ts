import type { EventContext } from '@waystory/infra/commands/decider.ts';
import type { Docs } from '@waystory/infra/read-models/projection.ts';
import type { Day } from '@waystory/proto/itineraries/day.ts';
import { dayEvents } from '@waystory/proto/itineraries/day.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { itinerary, itineraryEvents } from '@waystory/proto/itineraries/itinerary.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { stopEvents } from '@waystory/proto/itineraries/stop.ts';
import type { EventOf } from '@waystory/proto/kit/event.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import type { z } from 'zod';
import { changedIn, type DocTable, draftOf } from './doc-table.ts';

/** All that can happen in one stream: an itinerary with its days and stops, which must agree with each other. */
export const storyEvents = joinEvents(joinEvents(itineraryEvents, dayEvents), stopEvents);
export type StoryEvent = EventOf<typeof storyEvents>;

/** An itinerary with its days and stops; the state that rules decide on. */
export interface Story {
  itinerary: Itinerary | null;
  days: DocTable<Day>;
  stops: DocTable<Stop>;
}
export const noStory: Story = { itinerary: null, days: {}, stops: {} };

/** The documents that events change: those of one story in memory when rules decide, those of the read model when it is projected. */
export interface StoryDocs {
  itineraries: Docs<Itinerary>;
  days: Docs<Day>;
  stops: Docs<Stop>;
  likes: Docs<StoryLikes>;
}

/** Likes of an itinerary. Events of other streams count them, before it is there and after it is gone. */
export const storyLikes = itinerary.pick({ id: true, likeCount: true });
type StoryLikes = z.output<typeof storyLikes>;
/** No story in memory knows its likes. */
const noLikes: Docs<StoryLikes> = { get: () => undefined, update: () => {}, create: () => {} };

export type InContext<T extends StoryEvent['type']> = Extract<StoryEvent, { type: T }> & EventContext;
/** Effects of some event types on documents. */
export type StoryHandlers<T extends StoryEvent['type']> = { [K in T]: (event: InContext<K>, docs: StoryDocs) => void };

/** The story that results when handlers change this one. What they leave alone is shared with it. */
export function changeStory(story: Story, change: (docs: StoryDocs) => void): Story {
  let { itinerary } = story;
  const [days, stops] = [draftOf(story.days), draftOf(story.stops)];
  const itineraries: Docs<Itinerary> = {
    get: () => itinerary ?? undefined,
    update: (_, changed) => {
      itinerary = changed(itinerary ?? undefined) ?? null;
    },
    create: (_, created) => {
      itinerary = created;
    },
  };
  change({ itineraries, days: days.docs, stops: stops.docs, likes: noLikes });
  return { itinerary, days: days.finish(), stops: stops.finish() };
}

/** A document as an event leaves it: with its version and time. */
export const touched = <D extends { version: number; updatedAt: string }>(doc: D, { version, at }: EventContext): D => ({
  ...doc,
  version,
  updatedAt: at,
});

/**
 * Documents that differ from one state of a story to the next, by the keys of the read model's collections.
 * Null when the itinerary is gone: only the projector removes counted fields with their document.
 */
export function changedDocs(before: Story, { itinerary, days, stops }: Story) {
  if (!itinerary) return null;
  const own: [string, Itinerary][] = itinerary === before.itinerary ? [] : [[itinerary.id, itinerary]];
  return { itineraries: own, days: changedIn(before.days, days), stops: changedIn(before.stops, stops) };
}

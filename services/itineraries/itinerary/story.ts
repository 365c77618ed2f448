import type { EventContext } from '@waystory/infra/commands/decider.ts';
import type { Docs } from '@waystory/infra/read-models/projection.ts';
import { type Day, dayEvents } from '@waystory/proto/itineraries/day.ts';
import { type Itinerary, itinerary, itineraryEvents } from '@waystory/proto/itineraries/itinerary.ts';
import { type Stop, stopEvents } from '@waystory/proto/itineraries/stop.ts';
import { dayBytes, itineraryBytes, stopBytes } from '@waystory/proto/itineraries/story-size.ts';
import { type EventOf, joinEvents } from '@waystory/proto/kit/event.ts';
import type { z } from 'zod';
import { changedDocsBetween, type DocTable, draftOf } from './doc-table.ts';

/** All events of one stream: an itinerary with its days and stops, which must stay consistent. */
export const storyEvents = joinEvents(joinEvents(itineraryEvents, dayEvents), stopEvents);
export type StoryEvent = EventOf<typeof storyEvents>;

/** Aggregate state for decisions: an itinerary with its days and stops. */
export interface Story {
  itinerary: Itinerary | null;
  days: DocTable<Day>;
  stops: DocTable<Stop>;
}
export const noStory: Story = { itinerary: null, days: {}, stops: {} };

/** Documents that events change: those of one story in memory for decisions, those of the read model in a projection. */
export interface StoryDocs {
  itineraries: Docs<Itinerary>;
  days: Docs<Day>;
  stops: Docs<Stop>;
  likes: Docs<StoryLikes>;
}

/** Likes of an itinerary, counted by events of other streams, also before its creation and after its deletion. */
export const storyLikes = itinerary.pick({ id: true, likeCount: true });
type StoryLikes = z.output<typeof storyLikes>;
/** Stories in memory have no likes. */
const noLikes: Docs<StoryLikes> = { get: () => undefined, update: () => {}, create: () => {} };

export type InContext<T extends StoryEvent['type']> = Extract<StoryEvent, { type: T }> & EventContext;
/** Effects of some event types on documents. */
export type StoryHandlers<T extends StoryEvent['type']> = { [K in T]: (event: InContext<K>, docs: StoryDocs) => void };

/** The story after handlers have changed it. Unchanged parts are shared with the original. */
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

/** The document with the version and time of an event. */
export const withEventVersion = <D extends { version: number; updatedAt: string }>(doc: D, { version, at }: EventContext): D => ({
  ...doc,
  version,
  updatedAt: at,
});

/**
 * Documents that differ between two states of a story, by collection key. Null when the itinerary is deleted: only the projector removes counted
 * fields with their document.
 */
export function changedDocs(before: Story, { itinerary, days, stops }: Story) {
  if (!itinerary) return null;
  const own: [string, Itinerary][] = itinerary === before.itinerary ? [] : [[itinerary.id, itinerary]];
  return { itineraries: own, days: changedDocsBetween(before.days, days), stops: changedDocsBetween(before.stops, stops) };
}

/** Sums values of documents; parts of a table that did not change are not looked at again. */
function summed<D extends object>(bytesOf: (doc: D) => number): (table: DocTable<D>) => number {
  const docs = new WeakMap<D, number>();
  const parts = new WeakMap<object, number>();
  const ofDoc = (doc: D): number => known(docs, doc, bytesOf);
  const ofPart = (part: Readonly<Record<string, D>>): number => Object.values(part).reduce((sum, doc) => sum + ofDoc(doc), 0);
  return (table) => Object.values(table).reduce((sum, part) => sum + known(parts, part, ofPart), 0);
}

function known<K extends object>(values: WeakMap<K, number>, key: K, make: (key: K) => number): number {
  const before = values.get(key);
  if (before !== undefined) return before;
  const now = make(key);
  values.set(key, now);
  return now;
}

const ofDays = summed(dayBytes);
const ofStops = summed(stopBytes);

/** Bytes of a story as `mostStoryBytes` counts them; 0 when there is none. */
export const storyBytesOf = ({ itinerary, days, stops }: Story): number =>
  itinerary ? itineraryBytes(itinerary) + ofDays(days) + ofStops(stops) : 0;

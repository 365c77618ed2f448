import { type EventContext, streamId } from '@waystory/infra/commands/decider.ts';
import type { Docs } from '@waystory/infra/read-models/projection.ts';
import { type Audience, audience, visibility } from '@waystory/proto/itineraries/audience.ts';
import { place, placeOrigin } from '@waystory/proto/itineraries/place.ts';
import { stopState } from '@waystory/proto/itineraries/stop.ts';
import { id } from '@waystory/proto/kit/field.ts';
import { z } from 'zod';
import type { StoryEvent } from '../itinerary/story.ts';
import { blankPlace, hasFormerCustomId, noAddress } from './place.ts';

/** A place in the read model, with its audience. The audience of a custom place follows from the stories with stops at it. */
export const placeDoc = place.extend({
  origin: placeOrigin,
  accountId: id.nullable(),
  /** Owner and visibility of stops here, by itinerary. Custom places only. */
  uses: z.record(id, audience.pick({ accountId: true, visibility: true })),
  /** The widest visibility among the uses; PUBLIC for a world place. */
  visibility,
  /** Owners of all uses. */
  accountIds: z.array(id),
});
export type PlaceDoc = z.output<typeof placeDoc>;

/**
 * Facts about an itinerary that decide who sees the custom places of its stops. Removed stops stay as tombstones, because a commit may be repeated.
 */
export const placedStory = audience.extend({
  id,
  stops: z.record(z.string(), z.object({ placeId: id, state: z.enum([...stopState.options, 'REMOVED']) })),
});
export type PlacedStory = z.output<typeof placedStory>;

interface PlaceDocs {
  places: Docs<PlaceDoc>;
  placedStories: Docs<PlacedStory>;
}

/** Version of a placeholder that keeps uses before the place is created or after its deletion. Nobody may read a placeholder. */
const unborn = 0;
const nowhere = { latitude: 0, longitude: 0 };

/** The document with the fields that follow from its uses; undefined for a placeholder without uses. */
export function withDerivedFields(doc: Omit<PlaceDoc, 'visibility' | 'accountIds'>): PlaceDoc | undefined {
  const { version, origin, uses } = doc;
  if (version === unborn) return Object.keys(uses).length > 0 ? { ...doc, visibility: 'PRIVATE', accountIds: [] } : undefined;
  const all = Object.values(uses);
  const widest = (['PUBLIC', 'UNLISTED'] as const).find((one) => origin === 'WORLD' || all.some((use) => use.visibility === one)) ?? 'PRIVATE';
  return { ...doc, visibility: widest, accountIds: [...new Set(all.map(({ accountId }) => accountId))].sort() };
}

/** Placeholder for a place of which only uses are known. */
export const placeholderPlaceOf = (placeId: string, uses: PlaceDoc['uses']): PlaceDoc | undefined =>
  withDerivedFields({
    ...{ id: placeId, name: '', ...blankPlace, address: noAddress, coordinates: nowhere, origin: 'PERSON', accountId: null, uses },
    ...{ version: unborn, createdAt: '', updatedAt: '' },
  });

type InContext<T extends StoryEvent['type']> = Extract<StoryEvent, { type: T }> & Pick<EventContext, 'stream'>;
type Types =
  | ('ItineraryCreated' | 'ItineraryVisibilityChanged' | 'ItineraryHidden' | 'ItineraryRestored' | 'ItineraryDeleted')
  | ('StopAdded' | 'StopRelocated' | 'StopAccepted' | 'StopSuggested' | 'StopRemoved');

/** Effects of story events on custom places. Stops at places of the world change nothing. */
export const placeUseHandlers: { [T in Types]: (event: InContext<T>, docs: PlaceDocs) => void } = {
  ItineraryCreated: ({ data: { accountId, visibility }, stream }, { placedStories }) => {
    const itineraryId = streamId(stream);
    placedStories.create(itineraryId, { id: itineraryId, accountId, visibility, hidden: false, stops: {} });
  },
  ItineraryVisibilityChanged: ({ data, stream }, docs) => changeAudience(stream, docs, { visibility: data.visibility }),
  ItineraryHidden: ({ stream }, docs) => changeAudience(stream, docs, { hidden: true }),
  ItineraryRestored: ({ stream }, docs) => changeAudience(stream, docs, { hidden: false }),
  ItineraryDeleted: ({ stream }, docs) => {
    const removed = ({ placeId }: { placeId: string }) => ({ placeId, state: 'REMOVED' as const });
    docs.placedStories.update(streamId(stream), (story) => story && { ...story, stops: mapValues(story.stops, removed) });
    tellPlaces(stream, docs);
  },
  StopAdded: ({ data, stream }, docs) => {
    const { stopId, placeId, state } = data;
    if (!isCustom(data)) return;
    docs.placedStories.update(streamId(stream), (story) => story && { ...story, stops: { ...story.stops, [stopId]: { placeId, state } } });
    tellPlaces(stream, docs, placeId);
  },
  StopRelocated: ({ data, stream }, docs) => {
    docs.placedStories.update(streamId(stream), (story) => story && relocated(story, data));
    tellPlaces(stream, docs);
  },
  StopAccepted: ({ data, stream }, docs) => changeStop(stream, docs, data.stopId, 'ACCEPTED'),
  StopSuggested: ({ data, stream }, docs) => changeStop(stream, docs, data.stopId, 'SUGGESTED'),
  StopRemoved: ({ data, stream }, docs) => changeStop(stream, docs, data.stopId, 'REMOVED'),
};

const isCustom = ({ placeId, placeName: name, coordinates, placeOrigin }: InContext<'StopAdded' | 'StopRelocated'>['data']): boolean =>
  placeOrigin ? placeOrigin === 'PERSON' : hasFormerCustomId({ placeId, name, coordinates });

/**
 * A story whose stop moved to another place. Only custom places are recorded here. The former place stays as a tombstone, like the place of a removed
 * stop.
 */
function relocated({ stops, ...story }: PlacedStory, data: InContext<'StopRelocated'>['data']): PlacedStory {
  const { stopId, placeId, state } = data;
  const { [stopId]: before, ...others } = stops;
  const left = before && before.placeId !== placeId ? { [`${stopId}@${before.placeId}`]: { ...before, state: 'REMOVED' as const } } : {};
  const here = isCustom(data) ? { [stopId]: { placeId, state: before?.state ?? state } } : {};
  return { ...story, stops: { ...others, ...left, ...here } };
}

function changeAudience(stream: string, docs: PlaceDocs, change: Partial<Audience>): void {
  docs.placedStories.update(streamId(stream), (story) => story && { ...story, ...change });
  tellPlaces(stream, docs);
}

function changeStop(stream: string, docs: PlaceDocs, stopId: string, state: PlacedStory['stops'][string]['state']): void {
  const itineraryId = streamId(stream);
  const stop = docs.placedStories.get(itineraryId)?.stops[stopId];
  if (!stop) return;
  docs.placedStories.update(itineraryId, (story) => story && { ...story, stops: { ...story.stops, [stopId]: { ...stop, state } } });
  tellPlaces(stream, docs, stop.placeId);
}

/** Updates the custom places of a story to its present state, because an old event may be delivered again. */
function tellPlaces(stream: string, { placedStories, places }: PlaceDocs, only?: string): void {
  const story = placedStories.get(streamId(stream));
  if (!story) return;
  const placeIds = only === undefined ? new Set(Object.values(story.stops).map(({ placeId }) => placeId)) : [only];
  for (const placeId of placeIds) places.update(placeId, (doc) => withUse(doc, placeId, story));
}

function withUse(doc: PlaceDoc | undefined, placeId: string, story: PlacedStory): PlaceDoc | undefined {
  const { [story.id]: _, ...others } = doc?.uses ?? {};
  const use = useOf(story, placeId);
  const uses = use ? sorted({ ...others, [story.id]: use }) : others;
  return doc ? withDerivedFields({ ...doc, uses }) : placeholderPlaceOf(placeId, uses);
}

/** Owner and visibility of the stops of a story at a place; undefined without such stops. */
function useOf({ accountId, visibility, hidden, stops }: PlacedStory, placeId: string): PlaceDoc['uses'][string] | undefined {
  const states = Object.values(stops).flatMap((stop) => (stop.placeId === placeId && stop.state !== 'REMOVED' ? stop.state : []));
  if (states.length === 0) return undefined;
  if (hidden || visibility === 'PRIVATE') return { accountId, visibility: 'PRIVATE' };
  // A suggestion is in no list, but visible in its story.
  return { accountId, visibility: states.includes('ACCEPTED') ? visibility : 'UNLISTED' };
}

const mapValues = <V, W>(record: Record<string, V>, to: (value: V) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));

/** Sorted by key, so that documents are equal in whatever order they were filled. */
const sorted = <V>(record: Record<string, V>): Record<string, V> => Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

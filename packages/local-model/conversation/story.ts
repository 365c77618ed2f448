import { foldName } from '@waystory/infra/places/name-fit.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { z } from 'zod';
import type { Atlas, Point } from '../world/atlas.ts';
import type { AnsweredCall, Turn } from './session.ts';

export interface StoryStop {
  id: string;
  dayId: string;
  title: string;
  placeId: string | null;
  coordinates: Coordinates;
  minutes: number | null;
  /** The stop's point in the atlas; null without one. */
  point: Point | null;
}
export interface StoryDay {
  id: string;
  title: string | null;
}

/** The itinerary of the conversation, as far as its messages and results show it. */
export interface Story {
  id: string;
  title: string;
  days: readonly StoryDay[];
  /** Stops of all days; the stops of each day are in order. */
  stops: readonly StoryStop[];
  /** True when the story belongs to another author, so that it can only be read. */
  isForeign?: boolean;
  /** Keys of removed points, which are not proposed again. */
  gone?: readonly string[];
}

const at = z.looseObject({ latitude: z.number(), longitude: z.number() });
const created = z.looseObject({ id: z.string(), title: z.string().default('') });
const dayAdded = z.looseObject({ id: z.string() });
const stopPlaced = z.looseObject({ id: z.string(), title: z.string(), place: z.looseObject({ id: z.string(), name: z.string(), coordinates: at }) });
const ordered = z.looseObject({ stopIds: z.array(z.string()) });
const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);

/** Largest distance between a stop and the point of the same name in the atlas, kilometres. */
const samePlace = 1;

/** Point of the atlas with the name of a place, at most `samePlace` away; null without a match. */
export function pointAt(atlas: Atlas, name: string, coordinates: Coordinates): Point | null {
  const words = foldName(name);
  const near = atlas.cities.flatMap(({ points }) => points).filter((point) => kilometresBetween(point.coordinates, coordinates) <= samePlace);
  return near.find((point) => [point.name, ...point.otherNames].some((one) => foldName(one) === words)) ?? null;
}

/** Story after a tool call; unchanged when the call failed or changed another itinerary. */
export function storyAfterCall(story: Story | null, { name, args, result }: AnsweredCall, atlas: Atlas): Story | null {
  if (!result) return story;
  if (name === 'create_itinerary') {
    const { success, data } = created.safeParse(result);
    return success ? { id: data.id, title: textOr(args.title, data.title), days: [], stops: [] } : story;
  }
  if (!story || args.itineraryId !== story.id) return story;
  switch (name) {
    case 'add_day': {
      const { success, data } = dayAdded.safeParse(result);
      return success ? { ...story, days: [...story.days, { id: data.id, title: typeof args.title === 'string' ? args.title : null }] } : story;
    }
    case 'add_stop':
      return withStop(story, args, result, atlas);
    case 'update_stop':
      return { ...story, stops: story.stops.map((stop) => (stop.id === args.stopId ? changed(stop, args) : stop)) };
    case 'remove_stop':
      return {
        ...story,
        stops: story.stops.filter(({ id }) => id !== args.stopId),
        gone: [...(story.gone ?? []), ...story.stops.flatMap(({ id, point }) => (id === args.stopId && point ? [point.key] : []))],
      };
    case 'update_itinerary':
      return { ...story, title: textOr(args.title, story.title) };
    case 'optimize_route': {
      const { success, data } = ordered.safeParse(result);
      return success ? { ...story, stops: reordered(story.stops, data.stopIds) } : story;
    }
    default:
      return story;
  }
}

function withStop(story: Story, args: AnsweredCall['args'], result: NonNullable<AnsweredCall['result']>, atlas: Atlas): Story {
  const { success, data } = stopPlaced.safeParse(result);
  if (!success || typeof args.dayId !== 'string') return story;
  const { latitude, longitude } = data.place.coordinates;
  const stop: StoryStop = {
    id: data.id,
    dayId: args.dayId,
    title: data.title,
    placeId: data.place.id,
    coordinates: { latitude, longitude },
    minutes: typeof args.durationMinutes === 'number' ? args.durationMinutes : null,
    point: pointAt(atlas, data.place.name, { latitude, longitude }),
  };
  return { ...story, stops: [...story.stops, stop] };
}

const changed = (stop: StoryStop, { title, dayId, durationMinutes }: AnsweredCall['args']): StoryStop => ({
  ...stop,
  title: textOr(title, stop.title),
  dayId: textOr(dayId, stop.dayId),
  minutes: typeof durationMinutes === 'number' ? durationMinutes : stop.minutes,
});

/** Reorders the stops with these ids among their present positions. */
function reordered(stops: readonly StoryStop[], ids: readonly string[]): StoryStop[] {
  const inOrder = ids.flatMap((id) => stops.find((stop) => stop.id === id) ?? []);
  let next = 0;
  return stops.map((stop) => (ids.includes(stop.id) ? (inOrder[next++] ?? stop) : stop));
}

/** Story after the tool calls of some turns, beginning with the story of the open page. */
export const storyAfterTurns = (turns: readonly Turn[], open: Story | null, atlas: Atlas): Story | null =>
  turns.flatMap(({ steps }) => steps.flat()).reduce((story, call) => storyAfterCall(story, call, atlas), open);

const openStory = z.looseObject({
  isMine: z.boolean().default(true),
  id: z.string(),
  title: z.string(),
  days: z.array(
    z.looseObject({
      id: z.string(),
      title: z.string().nullish(),
      stops: z.array(
        z.looseObject({
          id: z.string(),
          title: z.string(),
          placeName: z.string().nullish(),
          coordinates: at,
          durationMinutes: z.number().nullish(),
        }),
      ),
    }),
  ),
});
const inFence = /```json\s*(\{[\s\S]*?\})\s*```/g;

/** The itinerary of the open page, which instructions carry as JSON: `{ "itinerary": { id, title, days: [{ id, title, stops: [{ id, title, placeName, coordinates }] }] } }`. */
export function openStoryIn(instructions: string, atlas: Atlas): Story | null {
  for (const [, json = ''] of instructions.matchAll(inFence)) {
    const { success, data } = z.looseObject({ itinerary: openStory }).safeParse(safeJson(json));
    if (!success) continue;
    const { id, title, days, isMine } = data.itinerary;
    const stops = days.flatMap((day) => day.stops.map((stop) => openStop(stop, day.id, atlas)));
    return { id, title, days: days.map((day) => ({ id: day.id, title: day.title ?? null })), stops, ...(!isMine && { isForeign: true }) };
  }
  return null;
}

function openStop(stop: z.output<typeof openStory>['days'][number]['stops'][number], dayId: string, atlas: Atlas): StoryStop {
  const { latitude, longitude } = stop.coordinates;
  const coordinates = { latitude, longitude };
  const point = pointAt(atlas, stop.placeName ?? stop.title, coordinates) ?? pointAt(atlas, stop.title, coordinates);
  return { id: stop.id, dayId, title: stop.title, placeId: null, coordinates, minutes: stop.durationMinutes ?? null, point };
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const stopsOf = ({ stops }: Story, dayId: string): StoryStop[] => stops.filter((stop) => stop.dayId === dayId);

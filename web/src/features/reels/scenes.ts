import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { type Chapter, type Entry, isAccepted, onMap } from '../../model/itinerary/chapters.ts';

/** A stop with the day that it belongs to. */
export interface StopScene {
  kind: 'stop';
  key: string;
  entry: Entry;
  chapter: Chapter;
}

/** A picture of a story: its cover, one of its stops, or the whole route at the end. */
export type Scene = { kind: 'cover'; key: string } | StopScene | { kind: 'way'; key: string };

/** More bars cannot be told apart on a phone. */
const mostStops = 20;

/** Evenly chosen, always with the first and the last. */
function spread<T>(things: readonly T[], most: number): T[] {
  if (things.length <= most) return [...things];
  return Array.from({ length: most }, (_, index) => things[Math.round((index * (things.length - 1)) / (most - 1))]).filter(
    (thing) => thing !== undefined,
  );
}

/** The scenes of a story in its order; a story without stops has its cover alone. */
export function scenesOf(chapters: readonly Chapter[]): Scene[] {
  const stops = chapters.flatMap((chapter) =>
    chapter.entries.filter(isAccepted).map((entry): StopScene => ({ kind: 'stop', key: entry.key, entry, chapter })),
  );
  if (stops.length === 0) return [{ kind: 'cover', key: 'cover' }];
  return [{ kind: 'cover', key: 'cover' }, ...spread(stops, mostStops), { kind: 'way', key: 'way' }];
}

/** The scene some steps on; at both ends it stays. */
export const sceneAfter = (index: number, by: number, count: number): number => Math.max(0, Math.min(index + by, count - 1));

/** Coordinates of the stops of a story, in order. */
export const wayOf = (chapters: readonly Chapter[]): Coordinates[] =>
  onMap(chapters.filter(({ day }) => day)).flatMap(({ entries }) => entries.filter(isAccepted).map(({ stop }) => stop.coordinates));

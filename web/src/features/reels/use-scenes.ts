import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { useMediaQuery } from '@waystory/ui/media-query.ts';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Chapter, type Entry, isAccepted, withLocatedStops } from '../../model/itinerary/chapters.ts';

/** Press duration that pauses the scene instead of turning it, milliseconds. */
const holdAfter = 250;

const watchVisibility = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

export interface ScenesOptions {
  /** The reel is current, and its story has loaded. */
  isActive: boolean;
  isCovered: boolean;
  /** The time of the last scene is over. */
  onEnd: () => void;
}

/** Current scene of a story, and the reasons that pause its playback. */
export function useScenes(scenes: readonly ReelScene[], { isActive, isCovered, onEnd }: ScenesOptions) {
  const [wanted, setWanted] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const { isHeld, ...hold } = useHold();
  const isHidden = useSyncExternalStore(watchVisibility, () => document.hidden);
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const count = scenes.length;
  // Clamped, because the story may have lost stops.
  const current = Math.min(wanted, count - 1);
  const turn = useCallback((by: number) => setWanted((before) => sceneIndexAfter(Math.min(before, count - 1), by, count)), [count]);
  return {
    current,
    turn,
    /** Advances after the time of the current scene. */
    goOn: () => (current < count - 1 ? turn(1) : onEnd()),
    isStopped,
    toggle: useCallback(() => setStopped((before) => !before), []),
    isHeld,
    hold,
    /** Auto-advance is off for users who prefer reduced motion. */
    runs: isActive && !isStill,
    isPaused: isStopped || isHeld || isHidden || isCovered,
  };
}

/** Whether a scene is held, and whether the last press was a hold instead of a tap. */
function useHold() {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasHeld = useRef(false);
  const press = useCallback(() => {
    wasHeld.current = false;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      wasHeld.current = true;
      setHeld(true);
    }, holdAfter);
  }, []);
  const release = useCallback(() => {
    clearTimeout(timer.current);
    setHeld(false);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { isHeld, press, release, wasHeld };
}

/** Scene of a stop, with the chapter of the stop. */
export interface StopScene {
  kind: 'stop';
  key: string;
  entry: Entry;
  chapter: Chapter;
}

/** Scene of a reel: the cover, a stop, or the whole route at the end. */
export type ReelScene = { kind: 'cover'; key: string } | StopScene | { kind: 'way'; key: string };

/** Most stops with a scene, because more progress bars cannot be told apart on a phone. */
const mostStops = 20;

/** At most `most` evenly spaced items, including the first and the last. */
function spread<T>(things: readonly T[], most: number): T[] {
  if (things.length <= most) return [...things];
  return Array.from({ length: most }, (_, index) => things[Math.round((index * (things.length - 1)) / (most - 1))]).filter(
    (thing) => thing !== undefined,
  );
}

/** The scenes of a story in its order; a story without stops has its cover alone. */
export function scenesOf(chapters: readonly Chapter[]): ReelScene[] {
  const stops = chapters.flatMap((chapter) =>
    chapter.entries.filter(isAccepted).map((entry): StopScene => ({ kind: 'stop', key: entry.key, entry, chapter })),
  );
  if (stops.length === 0) return [{ kind: 'cover', key: 'cover' }];
  return [{ kind: 'cover', key: 'cover' }, ...spread(stops, mostStops), { kind: 'way', key: 'way' }];
}

/** Index of the scene `by` steps on, clamped to the first and last scene. */
export const sceneIndexAfter = (index: number, by: number, count: number): number => Math.max(0, Math.min(index + by, count - 1));

/** Coordinates of the accepted stops that have a location and a day, in order. */
export const routePointsOf = (chapters: readonly Chapter[]): Coordinates[] =>
  withLocatedStops(chapters.filter(({ day }) => day)).flatMap(({ entries }) => entries.filter(isAccepted).map(({ stop }) => stop.coordinates));

import { useMediaQuery } from '@waystory/ui/media-query.ts';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Scene, sceneAfter } from './scenes.ts';

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
export function useScenes(scenes: readonly Scene[], { isActive, isCovered, onEnd }: ScenesOptions) {
  const [wanted, setWanted] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const { isHeld, ...hold } = useHold();
  const isHidden = useSyncExternalStore(watchVisibility, () => document.hidden);
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const count = scenes.length;
  // The story may have become shorter since.
  const current = Math.min(wanted, count - 1);
  const turn = useCallback((by: number) => setWanted((before) => sceneAfter(Math.min(before, count - 1), by, count)), [count]);
  return {
    current,
    turn,
    /** The time of this scene is over. */
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

/** Whether a scene is held, and whether the press that ends was a hold and no tap. */
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

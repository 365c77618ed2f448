import { useMediaQuery } from '@waystory/ui/media-query.ts';
import { type RefObject, useCallback, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type WheelTurn, wheelStepAfter } from './gestures.ts';
import { clampReelIndex } from './reel-order.ts';

/** Debounce after a change of the current reel, before scrolling is treated as settled, milliseconds. */
const rest = 200;

export interface ReelScroll {
  scroller: RefObject<HTMLDivElement | null>;
  /** The reel that fills most of the stage. */
  index: number;
  /** Index whose neighbours are in the document; a deferred copy of `index`. */
  centre: number;
  /** Scrolls by a number of reels. */
  step: (by: number) => void;
  /** Jumps to a reel without animation. */
  jump: (index: number) => void;
  onScroll: () => void;
  /** A press cancels the running animation. */
  onPointerDown: () => void;
}

/** Tracks the reel that the browser has scrolled to, and scrolls for wheel, keys and buttons. The browser does the snapping. */
export function useReelScroll(count: number, first: number, onRest: (index: number) => void): ReelScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(first);
  // A new neighbour renders deferred, between frames, so that it does not block a gesture.
  const centre = useDeferredValue(index);
  // Target of the running animation; further steps add to it.
  const target = useRef<number | null>(null);
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const isJump = useRef(false);

  // One neighbour at a time: reels outside the document are no snap target.
  const move = useCallback(() => {
    const element = scroller.current;
    if (!element || target.current === null) return;
    const next = Math.max(centre - 1, Math.min(target.current, centre + 1));
    element.scrollTo({ top: next * element.clientHeight, behavior: isStill ? 'instant' : 'smooth' });
  }, [centre, isStill]);
  const step = useCallback(
    (by: number) => {
      target.current = clampReelIndex((target.current ?? index) + by, count);
      move();
    },
    [count, index, move],
  );
  const jump = useCallback((next: number) => {
    target.current = null;
    isJump.current = true;
    setIndex(next);
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (isJump.current) element?.scrollTo({ top: centre * element.clientHeight, behavior: 'instant' });
    else if (target.current !== null && target.current !== centre) move();
    isJump.current = false;
  }, [centre, move]);
  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (element && element.clientHeight > 0) setIndex(Math.round(element.scrollTop / element.clientHeight));
  }, []);

  const onPointerDown = useCallback(() => {
    target.current = null;
  }, []);

  useRest(index, target, onRest);
  useScrollAnchor(scroller, index);
  useWheel(scroller, step);
  return { scroller, index, centre, step, jump, onScroll, onPointerDown };
}

/** Reports the current reel once scrolling has settled and no animation continues. */
function useRest(index: number, target: RefObject<number | null>, onRest: (index: number) => void): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      if (target.current !== null && target.current !== index) return;
      target.current = null;
      onRest(index);
    }, rest);
    return () => clearTimeout(timer);
  }, [index, target, onRest]);
}

/** Keeps the same reel in the stage at the start and after every resize of the window. */
function useScrollAnchor(scroller: RefObject<HTMLDivElement | null>, index: number): void {
  const place = useRef(index);
  useLayoutEffect(() => {
    place.current = index;
  }, [index]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let height = 0;
    const put = (): void => {
      if (element.clientHeight === height) return;
      height = element.clientHeight;
      element.scrollTo({ top: place.current * height, behavior: 'instant' });
    };
    put();
    const observer = new ResizeObserver(put);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
}

/** Steps by wheel gestures, because a notch scrolls less than half a reel, which snapping would revert. */
function useWheel(scroller: RefObject<HTMLDivElement | null>, step: (by: number) => void): void {
  useEffect(() => {
    const element = scroller.current;
    let turn: WheelTurn | null = null;
    const onWheel = (event: WheelEvent): void => {
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      const next = wheelStepAfter(turn, { deltaY: event.deltaY, deltaMode: event.deltaMode, at: event.timeStamp });
      turn = next.turn;
      if (next.step !== 0) step(next.step);
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [scroller, step]);
}

import { type FocusEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';

/** spec 9: pause before the words come, and time in which those of a neighbour come at once; milliseconds. */
const openDelay = 700;
const skipDelay = 300;
/** Time to bring the pointer from the element to the words, milliseconds. */
const leaveDelay = 100;

/** Of all tooltips one is shown at a time. */
let closeShown: (() => void) | null = null;
let closedAt = Number.NEGATIVE_INFINITY;

export interface TooltipState {
  /** What is explained now; null while nothing is shown. */
  anchor: Element | null;
  close: () => void;
  /** For the element that is explained. */
  enter: (event: PointerEvent<HTMLElement>) => void;
  leave: () => void;
  focus: (event: FocusEvent<HTMLElement>) => void;
  /** The pointer is on the words, which therefore stay. */
  hold: () => void;
}

/** When a tooltip is shown: a while after the pointer has come, at once by keyboard, not at all by touch. */
export function useTooltipState(): TooltipState {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = useCallback((run: () => void, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, delay);
  }, []);
  const hold = useCallback(() => clearTimeout(timer.current), []);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setAnchor(null);
  }, []);
  const enter = useCallback(
    ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
      if (pointerType === 'touch') return;
      const isNeighbour = closeShown !== null || Date.now() - closedAt < skipDelay;
      later(() => setAnchor(currentTarget), isNeighbour ? 0 : openDelay);
    },
    [later],
  );
  const leave = useCallback(() => later(close, leaveDelay), [later, close]);
  const focus = useCallback(({ currentTarget }: FocusEvent<HTMLElement>) => {
    if (currentTarget.matches(':focus-visible')) setAnchor(currentTarget);
  }, []);
  useEffect(() => hold, [hold]);
  useShown(anchor, close);
  return { anchor, close, enter, leave, focus, hold };
}

/** While it is shown: takes the place of another one, and goes with Escape or when its element is scrolled away. */
function useShown(anchor: Element | null, close: () => void): void {
  useEffect(() => {
    if (!anchor) return;
    closeShown?.();
    closeShown = close;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // The dialog around it stays open.
      event.stopPropagation();
      close();
    };
    const onScroll = ({ target }: Event): void => {
      if (target instanceof Node && target.contains(anchor)) close();
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('scroll', onScroll, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('scroll', onScroll, true);
      if (closeShown === close) closeShown = null;
      closedAt = Date.now();
    };
  }, [anchor, close]);
}

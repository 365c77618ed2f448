import { Slot } from 'radix-ui';
import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

/**
 * spec 9: delay before a tooltip opens, and time after which that delay applies again; milliseconds. Within that time the next tooltip opens at once.
 */
const openDelay = 700;
const skipDelay = 300;
/** Delay before a tooltip closes, in which the pointer can move onto it, milliseconds. */
const leaveDelay = 100;

/** Closes the open tooltip, because at most one is open. */
let closeOpen: (() => void) | null = null;
let closedAt = Number.NEGATIVE_INFINITY;

export interface TooltipProps {
  label: ReactNode;
  side?: TooltipSide | undefined;
  /** The described element. */
  children: ReactNode;
}

// No library, because every page needs tooltips at once. The tooltip of Radix would be a tenth of the initial code.
export function Tooltip({ label, side = 'top', children }: TooltipProps) {
  const id = useId();
  const { anchor, close, enter, leave, focus, hold } = useTooltipState();
  return (
    <>
      <Slot.Root
        aria-describedby={anchor ? id : undefined}
        onPointerEnter={enter}
        onPointerLeave={leave}
        onPointerDown={close}
        onClick={close}
        onFocus={focus}
        onBlur={close}
      >
        {children}
      </Slot.Root>
      {anchor && createPortal(<Words {...{ id, anchor, side, hold, leave }}>{label}</Words>, document.body)}
    </>
  );
}

interface WordsProps {
  id: string;
  anchor: Element;
  side: TooltipSide;
  hold: () => void;
  leave: () => void;
  children: ReactNode;
}

/** Stops a press on the tooltip, which a surrounding dialog would treat as a press outside. */
const stop = (event: SyntheticEvent): void => event.stopPropagation();

function Words({ id, anchor, side, hold, leave, children }: WordsProps) {
  const words = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = words.current;
    if (!element) return;
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const { left, top } = tooltipPosition(anchor.getBoundingClientRect(), size, { width: innerWidth, height: innerHeight }, side);
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  });
  return (
    <div
      ref={words}
      id={id}
      role="tooltip"
      onPointerEnter={hold}
      onPointerLeave={leave}
      onPointerDown={stop}
      className="pointer-events-auto fixed z-tooltip flex w-max max-w-64 items-center gap-2 rounded-[0.625rem] bg-ink px-3 py-1.5 text-caption font-semibold text-canvas shadow-float animate-fade-in"
    >
      {children}
    </div>
  );
}

interface TooltipState {
  /** Element that the tooltip describes; null while the tooltip is closed. */
  anchor: Element | null;
  close: () => void;
  /** Handlers for the described element. */
  enter: (event: PointerEvent<HTMLElement>) => void;
  leave: () => void;
  focus: (event: FocusEvent<HTMLElement>) => void;
  /** Keeps the tooltip open while hovered. */
  hold: () => void;
}

/** Opens after a delay on hover, at once on keyboard focus, never on touch. */
function useTooltipState(): TooltipState {
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
      const isNeighbour = closeOpen !== null || Date.now() - closedAt < skipDelay;
      later(() => setAnchor(currentTarget), isNeighbour ? 0 : openDelay);
    },
    [later],
  );
  const leave = useCallback(() => later(close, leaveDelay), [later, close]);
  const focus = useCallback(({ currentTarget }: FocusEvent<HTMLElement>) => {
    if (currentTarget.matches(':focus-visible')) setAnchor(currentTarget);
  }, []);
  useEffect(() => hold, [hold]);
  useWhileOpen(anchor, close);
  return { anchor, close, enter, leave, focus, hold };
}

/** While open: closes others, and closes on Escape and on scrolling. */
function useWhileOpen(anchor: Element | null, close: () => void): void {
  useEffect(() => {
    if (!anchor) return;
    closeOpen?.();
    closeOpen = close;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // Stopped, so that Escape does not also close the surrounding dialog.
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
      if (closeOpen === close) closeOpen = null;
      closedAt = Date.now();
    };
  }, [anchor, close]);
}

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

interface Size {
  width: number;
  height: number;
}
interface Box extends Size {
  left: number;
  top: number;
}

/** Distance of a tooltip to its anchor and to the edges of the window, pixels. */
const gap = 8;

const opposite = { top: 'bottom', right: 'left', bottom: 'top', left: 'right' } as const;

/** Room beside the anchor on each side, pixels. */
const roomAround = ({ left, top, width, height }: Box, window: Size): Record<TooltipSide, number> => ({
  top,
  right: window.width - left - width,
  bottom: window.height - top - height,
  left,
});

const within = (value: number, size: number, whole: number): number => Math.max(gap, Math.min(value, whole - gap - size));

/**
 * Position of a tooltip: centred on the wanted side, or on the opposite side when only that has enough space. Along its side, the tooltip is moved
 * into the window.
 */
export function tooltipPosition(anchor: Box, words: Size, window: Size, wanted: TooltipSide): { left: number; top: number } {
  const needed = (wanted === 'top' || wanted === 'bottom' ? words.height : words.width) + 2 * gap;
  const room = roomAround(anchor, window);
  const fits = room[wanted] >= needed || room[opposite[wanted]] < needed;
  const side = fits ? wanted : opposite[wanted];
  const across = within(anchor.left + (anchor.width - words.width) / 2, words.width, window.width);
  const along = within(anchor.top + (anchor.height - words.height) / 2, words.height, window.height);
  const places = {
    top: { left: across, top: anchor.top - gap - words.height },
    right: { left: anchor.left + anchor.width + gap, top: along },
    bottom: { left: across, top: anchor.top + anchor.height + gap },
    left: { left: anchor.left - gap - words.width, top: along },
  };
  return places[side];
}

import { Slot } from 'radix-ui';
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { type TooltipSide, tooltipPlace } from './tooltip-place.ts';
import { useTooltipState } from './tooltip-state.ts';

export interface TooltipProps {
  label: ReactNode;
  side?: TooltipSide | undefined;
  /** The one element that it explains. */
  children: ReactNode;
}

// Our own, because this is on every page from its first moment, and the library's is a tenth of all that is loaded by then.
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

/** A press on the words is not one outside of the dialog that they belong to. */
const stop = (event: SyntheticEvent): void => event.stopPropagation();

function Words({ id, anchor, side, hold, leave, children }: WordsProps) {
  const words = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = words.current;
    if (!element) return;
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const { left, top } = tooltipPlace(anchor.getBoundingClientRect(), size, { width: innerWidth, height: innerHeight }, side);
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

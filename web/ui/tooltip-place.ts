export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

interface Size {
  width: number;
  height: number;
}
interface Box extends Size {
  left: number;
  top: number;
}

/** Distance to the anchor and to the window's edges, pixels. */
const gap = 8;

const opposite = { top: 'bottom', right: 'left', bottom: 'top', left: 'right' } as const;

/** Room beside the anchor on a side, pixels. */
function room(anchor: Box, window: Size, side: TooltipSide): number {
  switch (side) {
    case 'top':
      return anchor.top;
    case 'right':
      return window.width - anchor.left - anchor.width;
    case 'bottom':
      return window.height - anchor.top - anchor.height;
    case 'left':
      return anchor.left;
  }
}

const within = (value: number, size: number, whole: number): number => Math.max(gap, Math.min(value, whole - gap - size));

/** Centred on the wanted side, or on the opposite one without room, always inside the window. */
export function tooltipPlace(anchor: Box, words: Size, window: Size, wanted: TooltipSide): { left: number; top: number } {
  const needed = (wanted === 'top' || wanted === 'bottom' ? words.height : words.width) + 2 * gap;
  const fits = room(anchor, window, wanted) >= needed || room(anchor, window, opposite[wanted]) < needed;
  const side = fits ? wanted : opposite[wanted];
  const across = within(anchor.left + (anchor.width - words.width) / 2, words.width, window.width);
  const along = within(anchor.top + (anchor.height - words.height) / 2, words.height, window.height);
  switch (side) {
    case 'top':
      return { left: across, top: anchor.top - gap - words.height };
    case 'right':
      return { left: anchor.left + anchor.width + gap, top: along };
    case 'bottom':
      return { left: across, top: anchor.top + anchor.height + gap };
    case 'left':
      return { left: anchor.left - gap - words.width, top: along };
  }
}

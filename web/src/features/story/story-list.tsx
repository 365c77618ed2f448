import { useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, type RefObject, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Row } from './rows.ts';
import { heightsBefore, useHeightStorage } from './story-place.ts';
import { StoryRow } from './story-row.tsx';

/** Leads to a row, wherever it is. */
export interface StoryListHandle {
  scrollTo: (key: string, how: 'smooth' | 'auto') => void;
}

interface StoryListProps {
  rows: readonly Row[];
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
  /** Key of its scroll position in the router. */
  scrollId: string;
  ref: Ref<StoryListHandle>;
}

/** Every row at once, for stories of common length. */
export function WholeStoryList({ rows, ref, compact = false }: Pick<StoryListProps, 'rows' | 'ref'> & { compact?: boolean }) {
  const scrollTo = useCallback<StoryListHandle['scrollTo']>((key, behavior) => {
    document.getElementById(key)?.scrollIntoView({ behavior, block: key.includes('.') ? 'center' : 'start' });
  }, []);
  useImperativeHandle(ref, () => ({ scrollTo }), [scrollTo]);
  return rows.map((row) => <StoryRow key={row.key} row={row} compact={compact} />);
}

/** Height of a row before it was measured, pixels. */
const guesses = { day: 190, stop: 230, blank: 80 } as const;
/** The strip of days covers the upper edge, pixels. */
const chipsHeight = 57;
/** Rows beyond either edge that are there already when scrolling gets to them. */
const overscan = 4;

/** Only the rows near the window, for stories with hundreds of stops. */
export function LongStoryList({ rows, scroller, scrollId, ref }: StoryListProps) {
  const [frame, above] = useDistanceAbove(scroller);
  const [initialMeasurementsCache] = useState(() => heightsBefore(scrollId));
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => guesses[rows[index]?.kind ?? 'stop'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan,
    scrollMargin: above,
    scrollPaddingStart: chipsHeight,
    initialMeasurementsCache,
  });
  useHeightStorage(scrollId, virtualizer.takeSnapshot);
  useImperativeHandle(
    ref,
    () => ({
      scrollTo(key) {
        const index = rows.findIndex((row) => row.key === key);
        // Never smoothly: the way over rows of unknown height ends beside the mark.
        if (index >= 0) virtualizer.scrollToIndex(index, { align: key.includes('.') ? 'center' : 'start' });
      },
    }),
    [rows, virtualizer],
  );
  return (
    <div ref={frame} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <div
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${start - above}px)` }}
        >
          <RowAt rows={rows} index={index} />
        </div>
      ))}
    </div>
  );
}

function RowAt({ rows, index }: { rows: readonly Row[]; index: number }) {
  const row = rows[index];
  return row && <StoryRow row={row} compact />;
}

/** Pixels of content that scroll by above an element; follows what grows there. */
function useDistanceAbove(scroller: RefObject<HTMLElement | null>): [RefObject<HTMLDivElement | null>, number] {
  const frame = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(0);
  useEffect(() => {
    const [element, parent] = [frame.current, scroller.current];
    if (!element || !parent) return;
    const measure = (): void => setAbove(Math.round(element.getBoundingClientRect().top - parent.getBoundingClientRect().top + parent.scrollTop));
    measure();
    const observer = new ResizeObserver(measure);
    for (const sibling of element.parentElement?.children ?? []) if (sibling !== element) observer.observe(sibling);
    observer.observe(parent);
    return () => observer.disconnect();
  }, [scroller]);
  return [frame, above];
}

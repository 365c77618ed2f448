import { useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, type RefObject, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText, distanceText } from '../../lib/measures.ts';
import { useReader } from '../../lib/use-reader.ts';
import type { Chapter } from '../../model/itinerary/chapters.ts';
import { chapterColorOf } from '../../model/itinerary/day-colors.ts';
import { useObservedRow } from './reading-line.ts';
import type { StoryListRow } from './rows.ts';
import { StopRow } from './stop-row.tsx';
import { storedRowHeights, useHeightStorage } from './story-place.ts';

/** Heading of a day. The key of the chapter is its anchor. */
function DayHeading({ chapter }: { chapter: Chapter }) {
  const { t } = useTranslation('story');
  const { day, key } = chapter;
  const name = day ? t('day', { number: day.number }) : t('moreStops.title');
  const text = day ? day.description : t('moreStops.text');
  return (
    <div ref={useObservedRow(key)} id={key} className="scroll-mt-14 pt-14 pb-7">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
        <span className="rounded-full px-3 py-1 font-bold text-white" style={{ backgroundColor: chapterColorOf(chapter) }}>
          {name}
        </span>{' '}
        <Facts chapter={chapter} />
      </p>
      <h2 tabIndex={-1} className="mt-3 break-words text-title outline-none">
        {day?.title ? <span className="sr-only">{`${name}: `}</span> : <span className="sr-only">{name}</span>}
        {day?.title}
      </h2>
      {text && <p className="mt-3 whitespace-pre-line text-pretty break-words text-muted leading-relaxed">{text}</p>}
    </div>
  );
}

function Facts({ chapter: { date, entries, kilometres } }: { chapter: Chapter }) {
  const { t } = useTranslation('story');
  const reader = useReader();
  const facts = [
    date && dateText(date, reader),
    entries.length > 0 && t('stops', { count: entries.length }),
    kilometres > 0 && distanceText(kilometres, reader),
  ];
  return <span className="tabular-nums">{facts.filter(Boolean).join(' · ')}</span>;
}

/** One row of a story, of any kind. */
function StoryRow({ row, compact }: { row: StoryListRow; compact: boolean }) {
  switch (row.kind) {
    case 'day':
      return <DayHeading chapter={row.chapter} />;
    case 'stop':
      return <StopRow row={row} compact={compact} />;
    case 'blank':
      return <BlankDay />;
  }
}

function BlankDay() {
  const { t } = useTranslation('story');
  return <p className="rounded-card border border-line-strong/50 border-dashed px-5 py-6 text-center text-muted">{t('blankDay')}</p>;
}

/** Imperative handle of the list: scrolls to a row, rendered or not. */
export interface StoryListHandle {
  scrollTo: (key: string, how: 'smooth' | 'auto') => void;
}

interface StoryListProps {
  rows: readonly StoryListRow[];
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
  /** Key of the list's scroll position in the router. */
  scrollId: string;
  ref: Ref<StoryListHandle>;
}

/** List that renders every row, for all but long stories. */
export function WholeStoryList({ rows, ref, compact = false }: Pick<StoryListProps, 'rows' | 'ref'> & { compact?: boolean }) {
  const scrollTo = useCallback<StoryListHandle['scrollTo']>((key, behavior) => {
    document.getElementById(key)?.scrollIntoView({ behavior, block: key.includes('.') ? 'center' : 'start' });
  }, []);
  useImperativeHandle(ref, () => ({ scrollTo }), [scrollTo]);
  return rows.map((row) => <StoryRow key={row.key} row={row} compact={compact} />);
}

/** Estimated heights of rows before they are measured, pixels. */
const guesses = { day: 190, stop: 230, blank: 80 } as const;
/** Height of the sticky day strip at the upper edge, pixels. */
const chipsHeight = 57;
/** Overscan: rows rendered beyond either edge of the viewport. */
const overscan = 4;

/** Virtualized list for longer stories. It renders only the rows near the window. */
export function LongStoryList({ rows, scroller, scrollId, ref }: StoryListProps) {
  const [frame, above] = useDistanceAbove(scroller);
  const [initialMeasurementsCache] = useState(() => storedRowHeights(scrollId));
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
        // Not smooth, because smooth scrolling over rows of unknown height misses the target.
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

function RowAt({ rows, index }: { rows: readonly StoryListRow[]; index: number }) {
  const row = rows[index];
  return row && <StoryRow row={row} compact />;
}

/** Height of the scrolled content above an element, pixels; updated when that content resizes. */
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

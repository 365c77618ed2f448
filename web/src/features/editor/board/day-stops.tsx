import { useDroppable } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Checkbox } from '@waystory/ui/checkbox.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { GripVertical } from 'lucide-react';
import { memo, type ReactNode, type RefObject, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusValue, useStoryFocus } from '../../../map/story/story-focus.ts';
import type { BoardColumn } from '../../../model/arrangement/board.ts';
import { chapterKey, entryKey } from '../../../model/itinerary/chapters.ts';
import { useStreetLegs } from '../../../model/itinerary/street-ways.ts';
import { type PlannedLeg, plannedLegsOf } from '../day/day-marks.ts';
import { AddStop } from './add-stop.tsx';
import { useBoard } from './board-context.ts';
import { PlannedStop } from './planned-stop.tsx';
import { StopMenu, type StopMenuProps } from './stop-menu.tsx';
import { DayTotal, StopWarnings, TravelLine } from './way-line.tsx';

/** Estimated height of a row before its first render, pixels. */
const rowHeight = 108;
/** Root margin: rows this far outside the window are rendered ahead. */
const margin = '800px 0px';

/** Callbacks of one shared IntersectionObserver: creating a thousand observers would block the page. */
const looks = new WeakMap<Element, (entry: IntersectionObserverEntry) => void>();
const tell = (entries: IntersectionObserverEntry[]): void => {
  for (const entry of entries) looks.get(entry.target)?.(entry);
};
let observer: IntersectionObserver | undefined;

function watch(element: Element, look: (entry: IntersectionObserverEntry) => void): () => void {
  observer ??= new IntersectionObserver(tell, { rootMargin: margin });
  looks.set(element, look);
  observer.observe(element);
  return () => {
    looks.delete(element);
    observer?.unobserve(element);
  };
}

/**
 * Returns a ref, whether its element is near the window, and the last height of the element while near, pixels (null before).
 * @param isWatched false while the element cannot be near, because each observed element costs time in every frame
 */
function useNearness<E extends Element>(isAlways: boolean, isWatched = true): [RefObject<E | null>, boolean, number | null] {
  const element = useRef<E>(null);
  const height = useRef<number>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isAlways || !element.current) return;
    // A transition renders rows between frames, so many rows at once do not block the page.
    const change = (to: boolean): void => startTransition(() => setNear(to));
    if (!isWatched) return change(false);
    return watch(element.current, (entry) => {
      if (!entry.isIntersecting && entry.boundingClientRect.height > 0) height.current = entry.boundingClientRect.height;
      change(entry.isIntersecting);
    });
  }, [isAlways, isWatched]);
  return [element, isAlways || isNear, height.current];
}

interface StopSlotProps extends SortableStopProps {
  /** Renders the stop even far from the window. */
  isAlwaysWhole: boolean;
  /** The day of the stop is near the window; its stops are not observed before. */
  isDayNear: boolean;
}

/**
 * Slot of a stop in its day. A long plan renders stops in full near the window only. Other slots render the title alone, so that "find in page"
 * reaches them.
 */
const StopSlot = memo(function StopSlot({ isAlwaysWhole, isDayNear, ...props }: StopSlotProps) {
  const { card, column } = props;
  const { point } = useStoryFocus();
  const [element, isNear, height] = useNearness<HTMLLIElement>(isAlwaysWhole, isDayNear);
  const key = entryKey(chapterKey(column.day), card.stop.id);
  const light = (): void => point(key);
  const leave = (): void => point(null);
  return (
    <li
      ref={element}
      id={key}
      className="scroll-my-32"
      style={isNear ? undefined : { height: height ?? rowHeight }}
      onPointerEnter={light}
      onPointerLeave={leave}
      onFocus={light}
      onBlur={leave}
    >
      {isNear ? <SortableStop {...props} /> : <span className="block truncate px-12 py-8 text-muted">{card.stop.title}</span>}
    </li>
  );
});

export interface DayStopsProps extends Pick<StopMenuProps, 'selection'> {
  column: BoardColumn;
  /** A card of another column is dragged over this column. */
  isTarget: boolean;
  /** Key of the dragged card while it is in this column; null otherwise. */
  heldKey: string | null;
  /** The board is short enough to render every stop. */
  isWhole: boolean;
  /** Likely position of an added place, for ranking search results. */
  near: Coordinates | null;
}

/** Days far from the window take no part in layout and painting. The padding leaves room for decorations beside the rows. */
const farStyles = '-m-3 p-3 [content-visibility:auto]';

/** The ordered stops of a day, and the field that adds a stop. */
export const DayStops = memo(function DayStops({ column, isTarget, heldKey, isWhole, near, selection }: DayStopsProps) {
  const { itineraryId } = useBoard();
  const streets = useStreetLegs(
    useMemo(() => (column.day ? [column.cards.flatMap(({ stop }) => (stop.isLocated ? [stop.coordinates] : []))] : []), [column]),
  );
  const ways = useMemo(
    () =>
      column.day
        ? plannedLegsOf(
            column.cards.map(({ stop }) => stop),
            streets,
          )
        : [],
    [column, streets],
  );
  const [list, isNear] = useNearness<HTMLOListElement>(isWhole);
  return (
    <DropArea column={column} isTarget={isTarget}>
      <ol
        ref={list}
        className={cn('flex flex-col', !column.day && 'gap-2.5', !isWhole && farStyles)}
        style={isWhole ? undefined : { containIntrinsicHeight: `auto ${column.cards.length * rowHeight}px` }}
      >
        {column.cards.map((card, index) => (
          <StopSlot
            key={card.key}
            way={ways[index]}
            isAlwaysWhole={isWhole || card.key === heldKey}
            isDayNear={isNear}
            {...{ card, column, selection }}
          />
        ))}
      </ol>
      <DayTotal ways={ways} />
      {column.day && (
        <AddStop itineraryId={itineraryId} dayId={column.day.id} number={column.day.number} isFirst={column.cards.length === 0} near={near} />
      )}
    </DropArea>
  );
});

/** Drop target of a day. It renders with every step of a drag; its children are memoized and do not. */
function DropArea({ column, isTarget, children }: Pick<DayStopsProps, 'column' | 'isTarget'> & { children: ReactNode }) {
  const { setNodeRef } = useDroppable({ id: column.id });
  const keys = useMemo(() => column.cards.map(({ key }) => key), [column]);
  return (
    <div
      ref={setNodeRef}
      className={cn(
        'rounded-card transition-[background-color,box-shadow] duration-fast',
        isTarget && 'bg-teal-soft/60 shadow-[0_0_0_8px_var(--teal-soft)]',
      )}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </div>
  );
}

interface SortableStopProps extends StopMenuProps {
  /** Route from the previous stop; undefined for a stop without a day. */
  way: PlannedLeg | undefined;
}

const handleStyles =
  'hit-area grid h-11 w-7 shrink-0 touch-none cursor-grab place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink active:cursor-grabbing sm:w-8';

/** A stop that can be dragged by its handle, with a finger, a mouse or the keyboard. */
function SortableStop(props: SortableStopProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: props.card.key });
  const style = { transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition };
  return (
    <div ref={setNodeRef} style={style} className={cn(isDragging && 'relative opacity-35')}>
      <StopRow {...props} {...{ attributes, listeners, setActivatorNodeRef }} />
    </div>
  );
}

type StopRowProps = SortableStopProps & Pick<ReturnType<typeof useSortable>, 'attributes' | 'listeners' | 'setActivatorNodeRef'>;

/** Content that moves with a stop. It does not render while other stops are dragged past it. */
const StopRow = memo(function StopRow({ way, card, column, selection, ...grip }: StopRowProps) {
  const { actions } = useBoard();
  const key = entryKey(chapterKey(column.day), card.stop.id);
  const isLit = useFocusValue(({ pointed }) => pointed === key);
  return (
    <>
      {way?.travel && <TravelLine travel={way.travel} />}
      <PlannedStop
        stop={card.stop}
        className={cn(isLit && 'border-accent shadow-lift')}
        dayId={column.day?.id ?? null}
        onAccept={() => void actions.setState(card.stop, 'ACCEPTED')}
        handle={<Handle card={card} selection={selection} {...grip} />}
        menu={<StopMenu card={card} column={column} selection={selection} />}
      />
      {way && <StopWarnings marks={way.marks} />}
    </>
  );
});

/** Drag handle of a stop, or its checkbox during a selection. */
function Handle({ card, selection, attributes, listeners, setActivatorNodeRef }: Omit<StopRowProps, 'way' | 'column'>) {
  const { t } = useTranslation('editor');
  const { title } = card.stop;
  if (selection.keys)
    return (
      <Checkbox
        label={<span className="sr-only">{t('selection.choose', { title })}</span>}
        checked={selection.keys.has(card.key)}
        onCheckedChange={() => selection.toggle(card.key)}
        className="mx-1"
      />
    );
  return (
    <button type="button" ref={setActivatorNodeRef} className={handleStyles} {...attributes} {...listeners} aria-label={t('stop.drag', { title })}>
      <GripVertical aria-hidden="true" className="size-5" />
    </button>
  );
}

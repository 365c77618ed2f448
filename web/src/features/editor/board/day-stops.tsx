import { useDroppable } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Checkbox } from '@waystory/ui/checkbox.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { GripVertical } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusValue, useStoryFocus } from '../../../map/story/story-focus.ts';
import type { BoardColumn } from '../../../model/arrangement/board.ts';
import { chapterKey, entryKey } from '../../../model/itinerary/chapters.ts';
import { type PlannedWay, waysOf } from '../day/day-marks.ts';
import { AddStop } from './add-stop.tsx';
import { PlannedStop } from './planned-stop.tsx';
import { StopMenu, type StopMenuProps } from './stop-menu.tsx';
import { DayTotal, Marks, WayLine } from './way-line.tsx';

export interface DayStopsProps extends Pick<StopMenuProps, 'itineraryId' | 'columns' | 'actions' | 'selection' | 'onMove'> {
  column: BoardColumn;
  /** Something is held over this day. */
  isTarget: boolean;
  /** Where a place that is added most likely is. */
  near: Coordinates | null;
}

/** The stops of a day in their order, and the way to one more. */
export function DayStops({ column, isTarget, near, itineraryId, columns, actions, selection, onMove }: DayStopsProps) {
  const { setNodeRef } = useDroppable({ id: column.id });
  const ways = useMemo(() => (column.day ? waysOf(column.cards.map(({ stop }) => stop)) : []), [column]);
  return (
    <div
      ref={setNodeRef}
      className={cn(
        'rounded-card transition-[background-color,box-shadow] duration-fast',
        isTarget && 'bg-teal-soft/60 shadow-[0_0_0_8px_var(--teal-soft)]',
      )}
    >
      <SortableContext items={column.cards.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        <ol className={cn('flex flex-col', !column.day && 'gap-2.5')}>
          {column.cards.map((card, index) => (
            <SortableStop key={card.key} way={ways[index]} {...{ card, column, columns, itineraryId, actions, selection, onMove }} />
          ))}
        </ol>
      </SortableContext>
      <DayTotal ways={ways} />
      {column.day && (
        <AddStop itineraryId={itineraryId} dayId={column.day.id} number={column.day.number} isFirst={column.cards.length === 0} near={near} />
      )}
    </div>
  );
}

const handleStyles =
  'hit-area grid h-11 w-7 shrink-0 touch-none cursor-grab place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink active:cursor-grabbing sm:w-8';

/** A stop that can be taken by its handle, with a finger, a mouse or the keyboard. */
function SortableStop({ way, ...props }: StopMenuProps & { way: PlannedWay | undefined }) {
  const { card, column, actions, selection } = props;
  const { t } = useTranslation('editor');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: card.key });
  const focus = useStoryFocus();
  const key = entryKey(chapterKey(column.day), card.stop.id);
  const isLit = useFocusValue(({ pointed }) => pointed === key);
  const point = (): void => focus.point(key);
  const leave = (): void => focus.point(null);
  const style = { transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition };
  return (
    <li
      ref={setNodeRef}
      id={key}
      style={style}
      className={cn('scroll-my-32', isDragging && 'relative opacity-35')}
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
    >
      {way?.travel && <WayLine travel={way.travel} />}
      <PlannedStop
        stop={card.stop}
        className={cn(isLit && 'border-accent shadow-lift')}
        dayId={column.day?.id ?? null}
        onAccept={() => void actions.setState(card.stop, 'ACCEPTED')}
        handle={
          selection.keys ? (
            <Checkbox
              label={<span className="sr-only">{t('selection.choose', { title: card.stop.title })}</span>}
              checked={selection.keys.has(card.key)}
              onCheckedChange={() => selection.toggle(card.key)}
              className="mx-1"
            />
          ) : (
            <button
              type="button"
              ref={setActivatorNodeRef}
              className={handleStyles}
              {...attributes}
              {...listeners}
              aria-label={t('stop.drag', { title: card.stop.title })}
            >
              <GripVertical aria-hidden="true" className="size-5" />
            </button>
          )
        }
        menu={<StopMenu {...props} />}
      />
      {way && <Marks marks={way.marks} />}
    </li>
  );
}

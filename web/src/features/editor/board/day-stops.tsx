import { useDroppable } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { cn } from '@waystory/ui/class-names.ts';
import { GripVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BoardColumn } from '../../../model/arrangement/board.ts';
import { AddStop } from './add-stop.tsx';
import { PlannedStop } from './planned-stop.tsx';
import { StopMenu, type StopMenuProps } from './stop-menu.tsx';

export interface DayStopsProps extends Pick<StopMenuProps, 'itineraryId' | 'columns' | 'actions' | 'onMove'> {
  column: BoardColumn;
  /** Something is held over this day. */
  isTarget: boolean;
  /** Where a place that is added most likely is. */
  near: Coordinates | null;
}

/** The stops of a day in their order, and the way to one more. */
export function DayStops({ column, isTarget, near, itineraryId, columns, actions, onMove }: DayStopsProps) {
  const { setNodeRef } = useDroppable({ id: column.id });
  return (
    <div
      ref={setNodeRef}
      className={cn(
        'rounded-card transition-[background-color,box-shadow] duration-fast',
        isTarget && 'bg-teal-soft/60 shadow-[0_0_0_8px_var(--teal-soft)]',
      )}
    >
      <SortableContext items={column.cards.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        <ol className="flex flex-col gap-2.5">
          {column.cards.map((card) => (
            <SortableStop key={card.key} card={card} column={column} columns={columns} itineraryId={itineraryId} actions={actions} onMove={onMove} />
          ))}
        </ol>
      </SortableContext>
      {column.day && (
        <AddStop itineraryId={itineraryId} dayId={column.day.id} number={column.day.number} isFirst={column.cards.length === 0} near={near} />
      )}
    </div>
  );
}

const handleStyles =
  'hit-area grid h-11 w-7 shrink-0 touch-none cursor-grab place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink active:cursor-grabbing sm:w-8';

/** A stop that can be taken by its handle, with a finger, a mouse or the keyboard. */
function SortableStop(props: StopMenuProps) {
  const { card, column, actions } = props;
  const { t } = useTranslation('editor');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: card.key });
  const style = { transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition };
  return (
    <li ref={setNodeRef} style={style} className={cn(isDragging && 'relative opacity-35')}>
      <PlannedStop
        stop={card.stop}
        dayId={column.day?.id ?? null}
        onAccept={() => void actions.setState(card.stop, 'ACCEPTED')}
        handle={
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
        }
        menu={<StopMenu {...props} />}
      />
    </li>
  );
}

import { useDroppable } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { cn } from '@waystory/ui/class-names.ts';
import { memo, type ReactNode, useMemo } from 'react';
import type { BoardColumn } from '../../../model/arrangement/board.ts';
import { useStreetWays } from '../../../model/itinerary/street-ways.ts';
import { waysOf } from '../day/day-marks.ts';
import { AddStop } from './add-stop.tsx';
import { useBoard } from './board-context.ts';
import { rowHeight, useNearness } from './nearness.ts';
import type { StopMenuProps } from './stop-menu.tsx';
import { StopSlot } from './stop-slot.tsx';
import { DayTotal } from './way-line.tsx';

export interface DayStopsProps extends Pick<StopMenuProps, 'selection'> {
  column: BoardColumn;
  /** Something is held over this day. */
  isTarget: boolean;
  /** Key of the card in the hand; null while nothing is dragged. */
  heldKey: string | null;
  /** The board has so few stops that all of them are drawn. */
  isWhole: boolean;
  /** Where a place that is added most likely is. */
  near: Coordinates | null;
}

/** Days far from the window take no part in layout and painting. The padding leaves room for decorations beside the rows. */
const farStyles = '-m-3 p-3 [content-visibility:auto]';

/** The stops of a day in their order, and the way to one more. */
export const DayStops = memo(function DayStops({ column, isTarget, heldKey, isWhole, near, selection }: DayStopsProps) {
  const { itineraryId } = useBoard();
  const streets = useStreetWays(
    useMemo(() => (column.day ? [column.cards.flatMap(({ stop }) => (stop.isLocated ? [stop.coordinates] : []))] : []), [column]),
  );
  const ways = useMemo(
    () =>
      column.day
        ? waysOf(
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

/** Where the stops of a day are dropped. It renders with every move of what is dragged, apart from what is in it, which does not. */
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

import { closestCorners, DndContext, DragOverlay } from '@dnd-kit/core';
import { GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMediaQuery } from '../../../ui/media-query.ts';
import { StopRow } from './stop-row.tsx';
import type { BoardDrag } from './use-board-drag.ts';
import { useDragTexts } from './use-drag-texts.ts';

/** Lets the stops inside it be dragged; every step is read out. */
export function BoardDragArea({ drag, children }: { drag: BoardDrag; children: ReactNode }) {
  const { board, held, sensors, handlers } = drag;
  const accessibility = useDragTexts(board);
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  return (
    <DndContext sensors={sensors} collisionDetection={closestCorners} accessibility={accessibility} {...handlers}>
      {children}
      <DragOverlay dropAnimation={isStill ? null : undefined}>
        {held && (
          <StopRow
            stop={held.stop}
            dayId={null}
            className="rotate-[0.6deg] shadow-overlay motion-reduce:rotate-0"
            handle={<GripVertical aria-hidden="true" className="mx-1 size-5 shrink-0 text-muted" />}
          />
        )}
      </DragOverlay>
    </DndContext>
  );
}

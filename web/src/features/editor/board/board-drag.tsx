import {
  type Announcements,
  closestCorners,
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  DragOverlay,
  type DragStartEvent,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  type ScreenReaderInstructions,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useMediaQuery } from '@waystory/ui/media-query.ts';
import { GripVertical } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoryFocus } from '../../../map/story/story-focus.ts';
import type { Column, Move } from '../../../model/arrangement/arrangement.ts';
import {
  type BoardColumn,
  boardOf,
  boardWithCardOver,
  type Card,
  cardOf,
  columnAt,
  moveOfDrop,
  nextKeyboardTarget,
} from '../../../model/arrangement/board.ts';
import { PlannedStop } from './planned-stop.tsx';

/** A pointer has to travel this far before a press becomes a drag, pixels. */
const dragDistance = 6;

/**
 * Auto-scroll at the edge of the window: one step per frame (interval in milliseconds). The speed is about that of the dnd-kit default, an
 * acceleration of 10 every 5 ms.
 */
const autoScroll = { interval: 16, acceleration: 30 };

const steps: Readonly<Record<string, number>> = { [KeyboardCode.Down]: 1, [KeyboardCode.Right]: 1, [KeyboardCode.Up]: -1, [KeyboardCode.Left]: -1 };

export interface BoardDrag {
  board: readonly BoardColumn[];
  /** The dragged card. */
  held: Card | undefined;
  /** Id of the column that a drop would move the card to; null for the card's own column. */
  targetId: string | null;
  sensors: ReturnType<typeof useSensors>;
  handlers: {
    onDragStart: (event: DragStartEvent) => void;
    onDragOver: (event: DragOverEvent) => void;
    onDragEnd: (event: DragEndEvent) => void;
    onDragCancel: () => void;
  };
}

/** The board during a drag. The card is shown at its drop position, and returns when the drag is cancelled. */
export function useBoardDrag(columns: readonly Column[], onMove: (move: Move) => void): BoardDrag {
  const [drag, setDrag] = useState<{ key: string; board: readonly BoardColumn[] } | null>(null);
  const focus = useStoryFocus();
  useEffect(() => focus.release, [focus]);
  const before = useRef<readonly BoardColumn[]>([]);
  const resting = useMemo(() => {
    before.current = boardOf(columns, before.current);
    return before.current;
  }, [columns]);
  const board = drag?.board ?? resting;
  const held = drag ? cardOf(board, drag.key) : undefined;
  const column = drag ? columnAt(board, drag.key) : undefined;
  // dnd-kit keeps the options from the start of a drag, so they read the current board through a ref.
  const latest = useRef(board);
  latest.current = board;
  const coordinateGetter = useMemo(() => keyboardSteps(() => latest.current), []);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: dragDistance } }),
    useSensor(KeyboardSensor, { coordinateGetter, scrollBehavior: 'auto' }),
  );
  const end = (): void => {
    setDrag(null);
    focus.release();
  };
  return {
    board,
    held,
    targetId: held && column && column.id !== held.home ? column.id : null,
    sensors,
    handlers: {
      onDragStart: ({ active }) => {
        focus.hold();
        setDrag({ key: String(active.id), board: resting });
      },
      onDragOver: ({ active, over }) =>
        setDrag((now) => {
          if (!now || !over) return now;
          const next = boardWithCardOver(now.board, String(active.id), String(over.id));
          return next === now.board ? now : { ...now, board: next };
        }),
      onDragEnd: ({ active, over }) => {
        const move = over && moveOfDrop(board, String(active.id), String(over.id));
        end();
        if (move) onMove(move);
      },
      onDragCancel: end,
    },
  };
}

/** Arrow keys move the dragged stop to the next position or day, whatever elements lie between on the page. */
const keyboardSteps =
  (boardNow: () => readonly BoardColumn[]): KeyboardCoordinateGetter =>
  (event, { context: { active, over, droppableRects } }) => {
    const step = steps[event.code];
    if (step === undefined || !active) return;
    event.preventDefault();
    const place = nextKeyboardTarget(boardNow(), String(active.id), over && String(over.id), step);
    const rect = place === null ? undefined : droppableRects.get(place);
    return rect && { x: rect.left, y: rect.top };
  };

/** Drag-and-drop context of the stops inside it. A screen reader announces every step. */
export function BoardDragArea({ drag, children }: { drag: BoardDrag; children: ReactNode }) {
  const { board, held, sensors, handlers } = drag;
  const accessibility = useDragTexts(board);
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  return (
    <DndContext sensors={sensors} collisionDetection={closestCorners} accessibility={accessibility} autoScroll={autoScroll} {...handlers}>
      {children}
      <DragOverlay dropAnimation={isStill ? null : undefined}>
        {held && (
          <PlannedStop
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

/** Announcements for screen readers while a stop is moved. */
function useDragTexts(board: readonly BoardColumn[]): { announcements: Announcements; screenReaderInstructions: ScreenReaderInstructions } {
  const { t } = useTranslation('editor');
  const where = (key: UniqueIdentifier, over: UniqueIdentifier) => {
    const column = columnAt(board, String(over));
    const at = column?.cards.findIndex((card) => card.key === String(over)) ?? -1;
    return {
      title: cardOf(board, String(key))?.stop.title,
      day: column?.day ? t('day.heading', { number: column.day.number }) : t('day.unplanned'),
      position: at < 0 ? (column?.cards.length ?? 0) + 1 : at + 1,
    };
  };
  return {
    screenReaderInstructions: { draggable: t('drag.instructions') },
    announcements: {
      onDragStart: ({ active }) => t('drag.picked', where(active.id, active.id)),
      onDragOver: ({ active, over }) => (over ? t('drag.over', where(active.id, over.id)) : t('drag.nowhere')),
      onDragEnd: ({ active, over }) => (over ? t('drag.dropped', where(active.id, over.id)) : t('drag.cancelled')),
      onDragCancel: () => t('drag.cancelled'),
    },
  };
}

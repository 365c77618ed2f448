import { type DragEndEvent, type DragOverEvent, type DragStartEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { useMemo, useRef, useState } from 'react';
import type { Column, Move } from '../../../model/arrangement/arrangement.ts';
import { type BoardColumn, boardOf, type Card, cardOf, columnAt, droppedAt, heldOver } from '../../../model/arrangement/board.ts';
import { keyboardSteps } from './keyboard-steps.ts';

/** A pointer has to travel this far before a press becomes a drag, pixels. */
const dragDistance = 6;

export interface BoardDrag {
  board: readonly BoardColumn[];
  /** The card in the hand. */
  held: Card | undefined;
  /** Column that it would fall into, when it is another than its own. */
  targetId: string | null;
  sensors: ReturnType<typeof useSensors>;
  handlers: {
    onDragStart: (event: DragStartEvent) => void;
    onDragOver: (event: DragOverEvent) => void;
    onDragEnd: (event: DragEndEvent) => void;
    onDragCancel: () => void;
  };
}

/** The board while something is dragged: the card lies where it would fall, and falls back when the drag is called off. */
export function useBoardDrag(columns: readonly Column[], onMove: (move: Move) => void): BoardDrag {
  const [drag, setDrag] = useState<{ key: string; board: readonly BoardColumn[] } | null>(null);
  const resting = boardOf(columns);
  const board = drag?.board ?? resting;
  const held = drag ? cardOf(board, drag.key) : undefined;
  const column = drag ? columnAt(board, drag.key) : undefined;
  // A drag keeps the options that it began with, so they look at the board through a reference.
  const latest = useRef(board);
  latest.current = board;
  const coordinateGetter = useMemo(() => keyboardSteps(() => latest.current), []);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: dragDistance } }),
    useSensor(KeyboardSensor, { coordinateGetter, scrollBehavior: 'auto' }),
  );
  return {
    board,
    held,
    targetId: held && column && column.id !== held.home ? column.id : null,
    sensors,
    handlers: {
      onDragStart: ({ active }) => setDrag({ key: String(active.id), board: resting }),
      onDragOver: ({ active, over }) =>
        setDrag((now) => (now && over ? { ...now, board: heldOver(now.board, String(active.id), String(over.id)) } : now)),
      onDragEnd: ({ active, over }) => {
        const move = over && droppedAt(board, String(active.id), String(over.id));
        setDrag(null);
        if (move) onMove(move);
      },
      onDragCancel: () => setDrag(null),
    },
  };
}

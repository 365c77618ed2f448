import { createContext, use } from 'react';
import type { Move } from '../../../model/arrangement/arrangement.ts';
import type { BoardColumn } from '../../../model/arrangement/board.ts';
import type { StoryActions } from '../../../model/editing/story-actions.ts';

/** Actions of every row of the board. The object is stable, so rows do not render again when the board changes. */
export interface BoardContextValue {
  itineraryId: string;
  actions: StoryActions;
  move: (move: Move) => void;
  /** Reads the current columns at the moment a dialog or menu opens. */
  columns: () => readonly BoardColumn[];
}

export const BoardContext = createContext<BoardContextValue | null>(null);

/** @throws Error outside of a board. */
export function useBoard(): BoardContextValue {
  const board = use(BoardContext);
  if (!board) throw new Error('This is no part of a board');
  return board;
}

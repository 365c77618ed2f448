import { KeyboardCode, type KeyboardCoordinateGetter } from '@dnd-kit/core';
import { type BoardColumn, columnAt } from '../../../model/arrangement/board.ts';

const steps: Readonly<Record<string, number>> = { [KeyboardCode.Down]: 1, [KeyboardCode.Right]: 1, [KeyboardCode.Up]: -1, [KeyboardCode.Left]: -1 };

/** Where a held card can go, from top to bottom: each card, and each day that has none. */
export const placesOf = (board: readonly BoardColumn[]): string[] =>
  board.flatMap(({ id, cards }) => (cards.length > 0 ? cards.map(({ key }) => key) : [id]));

/** The next place in a direction, seen from the one that the card is over; null at the ends. */
export function nextPlace(board: readonly BoardColumn[], held: string, over: string | null, step: number): string | null {
  const places = placesOf(board);
  const isHere = over !== null && places.includes(over) && columnAt(board, over)?.id === columnAt(board, held)?.id;
  return places[places.indexOf(isHere ? over : held) + step] ?? null;
}

/** Arrow keys go from stop to stop and from day to day, whatever lies between them on the page. */
export const keyboardSteps =
  (boardNow: () => readonly BoardColumn[]): KeyboardCoordinateGetter =>
  (event, { context: { active, over, droppableRects } }) => {
    const step = steps[event.code];
    if (step === undefined || !active) return;
    event.preventDefault();
    const place = nextPlace(boardNow(), String(active.id), over && String(over.id), step);
    const rect = place === null ? undefined : droppableRects.get(place);
    return rect && { x: rect.left, y: rect.top };
  };

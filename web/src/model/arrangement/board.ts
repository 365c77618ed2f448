import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { Column, Move } from './arrangement.ts';

/** A stop on the board. A stop of two days has two cards, so its key contains the day. */
export interface Card {
  key: string;
  stop: StopView;
  /** Column of the card before the drag. */
  home: string;
}

export interface BoardColumn extends Omit<Column, 'stops'> {
  cards: Card[];
}

export const cardKeyOf = (stopId: string, column: string): string => `${column}/${stopId}`;

/** Board of the columns; unchanged columns keep their object. */
export function boardOf(columns: readonly Column[], before: readonly BoardColumn[] = []): BoardColumn[] {
  const known = new Map(before.map((column) => [column.id, column]));
  return columns.map(({ stops, ...column }) => {
    const old = known.get(column.id);
    const isSame =
      old && old.day === column.day && old.cards.length === stops.length && stops.every((stop, index) => old.cards[index]?.stop === stop);
    return isSame ? old : { ...column, cards: stops.map((stop) => ({ key: cardKeyOf(stop.id, column.id), stop, home: column.id })) };
  });
}

export const cardOf = (board: readonly BoardColumn[], key: string): Card | undefined =>
  board.flatMap(({ cards }) => cards).find((card) => card.key === key);

/** Column that contains the card with this key, or the column with this id. */
export const columnAt = (board: readonly BoardColumn[], id: string): BoardColumn | undefined =>
  board.find((column) => column.id === id || column.cards.some(({ key }) => key === id));

/**
 * Board while a card is held over another column: the card is shown in that column, before the card below the pointer. Unchanged parts keep their
 * objects, so that they are not rendered again.
 */
export function boardWithCardOver(board: readonly BoardColumn[], key: string, over: string): readonly BoardColumn[] {
  const card = cardOf(board, key);
  const target = columnAt(board, over);
  if (!card || !target || columnAt(board, key)?.id === target.id || isTwice(target, card)) return board;
  return board.map((column) => {
    const others = column.cards.filter((other) => other.key !== key);
    if (column.id !== target.id) return others.length === column.cards.length ? column : { ...column, cards: others };
    const at = others.findIndex((other) => other.key === over);
    return { ...column, cards: at < 0 ? [...others, card] : others.toSpliced(at, 0, card) };
  });
}

/** Move of a dropped card; null for an unknown card. */
export function moveOfDrop(board: readonly BoardColumn[], key: string, over: string): Move | null {
  const card = cardOf(board, key);
  const column = columnAt(board, key);
  if (!card || !column) return null;
  const from = column.cards.findIndex((other) => other.key === key);
  const to = column.cards.findIndex((other) => other.key === over);
  const others = column.cards.toSpliced(from, 1);
  const next = others[to < 0 ? from : to];
  return { stopId: card.stop.id, from: card.home, to: column.id, before: next?.stop.id ?? null };
}

/** Keyboard targets of a held card from top to bottom: each card, and each empty day. */
export const keyboardTargetsOf = (board: readonly BoardColumn[]): string[] =>
  board.flatMap(({ id, cards }) => (cards.length > 0 ? cards.map(({ key }) => key) : [id]));

/** Next keyboard target in a direction from the current target; null at the ends. */
export function nextKeyboardTarget(board: readonly BoardColumn[], held: string, over: string | null, step: number): string | null {
  const places = keyboardTargetsOf(board);
  const isHere = over !== null && places.includes(over) && columnAt(board, over)?.id === columnAt(board, held)?.id;
  return places[places.indexOf(isHere ? over : held) + step] ?? null;
}

// True when the day already contains the stop, because a day cannot contain a stop twice.
const isTwice = (column: BoardColumn, { key, stop }: Card): boolean => column.cards.some((other) => other.key !== key && other.stop.id === stop.id);

import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { Column, Move } from './arrangement.ts';

/** A stop on the board. A stop of two days has two cards, so its key names the day. */
export interface Card {
  key: string;
  stop: StopView;
  /** Column that it lies in when nothing is dragged. */
  home: string;
}

export interface BoardColumn extends Omit<Column, 'stops'> {
  cards: Card[];
}

export const keyOf = (stopId: string, column: string): string => `${column}/${stopId}`;

/** The board of some columns; one that is as it was before is the very same. */
export function boardOf(columns: readonly Column[], before: readonly BoardColumn[] = []): BoardColumn[] {
  const known = new Map(before.map((column) => [column.id, column]));
  return columns.map(({ stops, ...column }) => {
    const old = known.get(column.id);
    const isSame =
      old && old.day === column.day && old.cards.length === stops.length && stops.every((stop, index) => old.cards[index]?.stop === stop);
    return isSame ? old : { ...column, cards: stops.map((stop) => ({ key: keyOf(stop.id, column.id), stop, home: column.id })) };
  });
}

export const cardOf = (board: readonly BoardColumn[], key: string): Card | undefined =>
  board.flatMap(({ cards }) => cards).find((card) => card.key === key);

/** The column of a card, or the column itself. */
export const columnAt = (board: readonly BoardColumn[], id: string): BoardColumn | undefined =>
  board.find((column) => column.id === id || column.cards.some(({ key }) => key === id));

/**
 * The board while a card is held over another column: it lies there already, in front of what it is over. Whatever does not change is the very same, so that
 * nothing of it is drawn anew.
 */
export function heldOver(board: readonly BoardColumn[], key: string, over: string): readonly BoardColumn[] {
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

/** The move that letting go of a card means; null when it lies where it was. */
export function droppedAt(board: readonly BoardColumn[], key: string, over: string): Move | null {
  const card = cardOf(board, key);
  const column = columnAt(board, key);
  if (!card || !column) return null;
  const from = column.cards.findIndex((other) => other.key === key);
  const to = column.cards.findIndex((other) => other.key === over);
  const others = column.cards.toSpliced(from, 1);
  const next = others[to < 0 ? from : to];
  return { stopId: card.stop.id, from: card.home, to: column.id, before: next?.stop.id ?? null };
}

/** Where a held card can go, from top to bottom: each card, and each day that has none. */
export const placesOf = (board: readonly BoardColumn[]): string[] =>
  board.flatMap(({ id, cards }) => (cards.length > 0 ? cards.map(({ key }) => key) : [id]));

/** The next place in a direction, seen from the one that the card is over; null at the ends. */
export function nextPlace(board: readonly BoardColumn[], held: string, over: string | null, step: number): string | null {
  const places = placesOf(board);
  const isHere = over !== null && places.includes(over) && columnAt(board, over)?.id === columnAt(board, held)?.id;
  return places[places.indexOf(isHere ? over : held) + step] ?? null;
}

// The day has this stop already: it cannot be on it a second time.
const isTwice = (column: BoardColumn, { key, stop }: Card): boolean => column.cards.some((other) => other.key !== key && other.stop.id === stop.id);

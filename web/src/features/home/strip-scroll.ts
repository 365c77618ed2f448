import { type KeyboardEvent, type RefObject, useCallback, useEffect, useState, type WheelEvent } from 'react';
import { placeAfterKey } from '../../lib/list-keys.ts';

/** Share of the visible width that a scroll button moves. */
const page = 0.8;
/** Distance from an end that still counts as the end, pixels. */
const nearEnd = 8;

export interface StripEnds {
  atStart: boolean;
  atEnd: boolean;
}

const cardsOf = (strip: HTMLElement): HTMLElement[] => [...strip.querySelectorAll<HTMLElement>('[data-card]')];

/** Card to go to with a key; null for keys that mean something else. */
export const cardAfterKey = (key: string, current: number, count: number): number | null => placeAfterKey(key, current, count, 'row');

/** Moves focus and scroll position to a card; smooth unless the user prefers reduced motion. */
export function goToCard(strip: HTMLElement, index: number): void {
  const card = cardsOf(strip)[index];
  card?.focus({ preventScroll: true });
  card?.closest('li')?.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: 'smooth' });
}

export function onStripKey(event: KeyboardEvent<HTMLElement>): void {
  const strip = event.currentTarget;
  const cards = cardsOf(strip);
  const item = document.activeElement?.closest('li');
  const next = cardAfterKey(
    event.key,
    Math.max(
      0,
      cards.findIndex((card) => item?.contains(card)),
    ),
    cards.length,
  );
  if (next === null) return;
  event.preventDefault();
  goToCard(strip, next);
}

/** A wheel that only turns up and down moves the strip as well. */
export function onStripWheel({ currentTarget, deltaX, deltaY }: WheelEvent<HTMLElement>): void {
  if (Math.abs(deltaY) > Math.abs(deltaX)) currentTarget.scrollBy({ left: deltaY });
}

export const scrollByPage = (strip: HTMLElement | null, direction: 1 | -1): void =>
  strip?.scrollBy({ left: direction * strip.clientWidth * page, behavior: 'smooth' });

/** Whether the strip is at its ends; measured on scroll and when `content` changes. */
export function useStripEnds(strip: RefObject<HTMLElement | null>, content: unknown): StripEnds {
  const [ends, setEnds] = useState<StripEnds>({ atStart: true, atEnd: true });
  const look = useCallback(() => {
    const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = strip.current ?? {};
    const next = { atStart: scrollLeft <= nearEnd, atEnd: scrollLeft + clientWidth >= scrollWidth - nearEnd };
    setEnds((current) => (current.atStart === next.atStart && current.atEnd === next.atEnd ? current : next));
  }, [strip]);
  useEffect(look, [look, content]);
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [strip, look]);
  return ends;
}

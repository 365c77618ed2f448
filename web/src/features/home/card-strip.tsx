import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { scrollBehavior } from '@waystory/ui/media-query.ts';
import { Skeleton } from '@waystory/ui/skeleton.tsx';
import { useUiTexts } from '@waystory/ui/ui-texts.tsx';
import { ChevronLeft, ChevronRight, CloudOff, RotateCw } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState, type WheelEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { indexAfterKey } from '../../lib/list-keys.ts';
import { cardSize } from './card-frame.tsx';
import { type CardsLayoutProps, skeletonCount } from './cards-layout.ts';

/** Cards over the lower edge of the map: scrolled by touch, wheel, arrow keys or the buttons beside them. */
export function CardStrip(props: CardsLayoutProps) {
  const { label, announcement, status, lead, items, isStale, wantsFocus } = props;
  const list = useRef<HTMLUListElement>(null);
  const { atStart, atEnd } = useStripEnds(list, items);
  const hasCards = status === 'ready' && items.length > 0;
  useEffect(() => {
    if (!hasCards || !wantsFocus.current) return;
    wantsFocus.current = false;
    // Focus that moved elsewhere meanwhile stays there.
    if (document.activeElement === document.body && list.current) goToCard(list.current, 1);
  }, [hasCards, wantsFocus]);
  return (
    <section aria-label={label} className="pointer-events-none absolute inset-x-0 bottom-0 z-strip pb-3 md:pb-4">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ul
        ref={list}
        aria-busy={status === 'loading' || isStale}
        onKeyDown={onStripKey}
        onWheel={onStripWheel}
        className={cn(
          'no-scrollbar pointer-events-auto flex snap-x snap-proximity scroll-px-4 gap-3 overflow-x-auto overscroll-x-contain px-4 pt-3 pb-1 transition-opacity duration-base md:scroll-px-5 md:px-5',
          isStale && 'opacity-80',
        )}
      >
        <StripItem className="h-40 w-30 md:w-32">{lead}</StripItem>
        <StripContent {...props} />
      </ul>
      <ScrollButton isShown={hasCards && !atStart} side="left" onPress={() => scrollByPage(list.current, -1)} />
      <ScrollButton isShown={hasCards && !atEnd} side="right" onPress={() => scrollByPage(list.current, 1)} />
    </section>
  );
}

const StripItem = ({ className, children }: { className?: string; children: ReactNode }) => (
  <li className={cn('shrink-0 snap-start', className ?? cardSize)}>{children}</li>
);

function StripContent({ status, items, empty, onRetry, onEnd, isGrowing }: CardsLayoutProps) {
  if (status === 'loading') return <Skeletons count={skeletonCount} />;
  if (status === 'failed')
    return (
      <WideItem>
        <Failed onRetry={onRetry} />
      </WideItem>
    );
  if (items.length === 0) return <WideItem>{empty}</WideItem>;
  return (
    <>
      {items.map(({ key, card }) => (
        <StripItem key={key}>{card}</StripItem>
      ))}
      {isGrowing && <Skeletons count={2} />}
      {onEnd && <EndMark key={items.length} onSeen={onEnd} />}
    </>
  );
}

const Skeletons = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, place) => (
    <li key={place} aria-hidden="true" className={cn('shrink-0 rounded-photo shadow-float', cardSize)}>
      <Skeleton className="size-full rounded-photo" />
    </li>
  ));

const WideItem = ({ children }: { children: ReactNode }) => (
  <li className="glass h-40 w-[min(26rem,72vw)] shrink-0 snap-start rounded-photo text-ink shadow-float">{children}</li>
);

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('home');
  const { retry } = useUiTexts();
  return (
    <div role="alert" className="flex h-full flex-col items-start justify-center gap-2.5 px-5">
      <p className="flex items-center gap-2 font-semibold text-small">
        <CloudOff aria-hidden="true" className="size-5 shrink-0 text-accent-text" />
        {t('failed')}
      </p>
      <Button variant="secondary" size="sm" icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
        {retry}
      </Button>
    </div>
  );
}

/** Sentinel that reports when the end of the strip comes near. */
function EndMark({ onSeen }: { onSeen: () => void }) {
  const mark = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && onSeen(), {
      rootMargin: '0px 400px',
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [onSeen]);
  return <li ref={mark} aria-hidden="true" className="w-px shrink-0" />;
}

/** Scroll button for the mouse. It is no tab stop, because keys and touch scroll the strip itself. */
function ScrollButton({ isShown, side, onPress }: { isShown: boolean; side: 'left' | 'right'; onPress: () => void }) {
  const { t } = useTranslation('home');
  if (!isShown) return null;
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <Button
      icon={<Icon />}
      variant="floating"
      size="icon"
      tabIndex={-1}
      aria-label={t(side === 'left' ? 'previousCards' : 'nextCards')}
      className={cn(
        'pointer-events-auto absolute top-1/2 hidden -translate-y-1/2 active:scale-100 md:inline-flex',
        side === 'left' ? 'left-3' : 'right-3',
      )}
      onClick={onPress}
    />
  );
}

/** Share of the visible width that a scroll button moves. */
const page = 0.8;
/** Scroll distance from an end within which the end is treated as reached, pixels. */
const nearEnd = 8;

interface StripEnds {
  atStart: boolean;
  atEnd: boolean;
}

const cardsOf = (strip: HTMLElement): HTMLElement[] => [...strip.querySelectorAll<HTMLElement>('[data-card]')];

/** Index of the card to focus after a key; null for other keys. */
export const cardIndexAfterKey = (key: string, current: number, count: number): number | null => indexAfterKey(key, current, count, 'row');

/** Moves the focus to a card, and scrolls the strip smoothly to it. */
function goToCard(strip: HTMLElement, index: number): void {
  const card = cardsOf(strip)[index];
  card?.focus({ preventScroll: true });
  card?.closest('li')?.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: scrollBehavior() });
}

function onStripKey(event: KeyboardEvent<HTMLElement>): void {
  const strip = event.currentTarget;
  const cards = cardsOf(strip);
  const item = document.activeElement?.closest('li');
  const next = cardIndexAfterKey(
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

/** A vertical wheel movement scrolls the strip horizontally. */
function onStripWheel({ currentTarget, deltaX, deltaY }: WheelEvent<HTMLElement>): void {
  if (Math.abs(deltaY) > Math.abs(deltaX)) currentTarget.scrollBy({ left: deltaY });
}

const scrollByPage = (strip: HTMLElement | null, direction: 1 | -1): void =>
  strip?.scrollBy({ left: direction * strip.clientWidth * page, behavior: scrollBehavior() });

/** Whether the strip is at its ends; measured on scroll and when `content` changes. */
function useStripEnds(strip: RefObject<HTMLElement | null>, content: unknown): StripEnds {
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

import { cn } from '@waystory/ui/class-names.ts';
import { memo, type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { useStoryFocus } from '../../../map/story/story-focus.ts';
import { chapterKey, entryKey } from '../../../model/itinerary/chapters.ts';
import { SortableStop, type SortableStopProps } from './sortable-stop.tsx';

/** How far beyond the window rows are drawn already. */
const near = '800px 0px';
/** Height of a row that was never drawn, pixels. */
const guess = 108;

interface StopSlotProps extends SortableStopProps {
  /** It is drawn however far from the window it is. */
  isAlwaysWhole: boolean;
}

/** The place of a stop in its day. Of a long plan only what is near the window is drawn; the rest are titles, which a search in the page still finds. */
export const StopSlot = memo(function StopSlot({ isAlwaysWhole, ...props }: StopSlotProps) {
  const { card, column } = props;
  const { point } = useStoryFocus();
  const [element, isNear, height] = useNearness(isAlwaysWhole);
  const key = entryKey(chapterKey(column.day), card.stop.id);
  const light = (): void => point(key);
  const leave = (): void => point(null);
  return (
    <li
      ref={element}
      id={key}
      className={cn('scroll-my-32', !isNear && '[content-visibility:auto]')}
      style={isNear ? undefined : { height }}
      onPointerEnter={light}
      onPointerLeave={leave}
      onFocus={light}
      onBlur={leave}
    >
      {isNear ? <SortableStop {...props} /> : <span className="block truncate px-12 py-8 text-muted">{card.stop.title}</span>}
    </li>
  );
});

/** Tells rows that come near the window or leave it: one observer for all of them, since a thousand would take a moment to make. */
const looks = new WeakMap<Element, (entry: IntersectionObserverEntry) => void>();
const tell = (entries: IntersectionObserverEntry[]): void => {
  for (const entry of entries) looks.get(entry.target)?.(entry);
};
let observer: IntersectionObserver | undefined;

function watch(element: Element, look: (entry: IntersectionObserverEntry) => void): () => void {
  observer ??= new IntersectionObserver(tell, { rootMargin: near });
  looks.set(element, look);
  observer.observe(element);
  return () => {
    looks.delete(element);
    observer?.unobserve(element);
  };
}

/** Whether a row is near the window, and how high it was when it was last drawn. */
function useNearness(isAlways: boolean): [RefObject<HTMLLIElement | null>, boolean, number] {
  const element = useRef<HTMLLIElement>(null);
  const height = useRef(guess);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isAlways || !element.current) return;
    return watch(element.current, (entry) => {
      if (!entry.isIntersecting && entry.boundingClientRect.height > 0) height.current = entry.boundingClientRect.height;
      // Far from the window nobody waits for it: rows are drawn between frames, however many come near at once.
      startTransition(() => setNear(entry.isIntersecting));
    });
  }, [isAlways]);
  return [element, isAlways || isNear, height.current];
}

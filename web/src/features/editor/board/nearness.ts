import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';

/** Height of a row that was never drawn, pixels. */
export const rowHeight = 108;
/** How far beyond the window a plan is drawn already. */
const margin = '800px 0px';

/** Tells what comes near the window or leaves it: one observer for all, since a thousand would take a moment to make. */
const looks = new WeakMap<Element, (entry: IntersectionObserverEntry) => void>();
const tell = (entries: IntersectionObserverEntry[]): void => {
  for (const entry of entries) looks.get(entry.target)?.(entry);
};
let observer: IntersectionObserver | undefined;

function watch(element: Element, look: (entry: IntersectionObserverEntry) => void): () => void {
  observer ??= new IntersectionObserver(tell, { rootMargin: margin });
  looks.set(element, look);
  observer.observe(element);
  return () => {
    looks.delete(element);
    observer?.unobserve(element);
  };
}

/**
 * Tells whether a part of the plan is near the window, and its last height while near, pixels; null if it never was.
 * @param isWatched false while it cannot be near: each watched element costs time in every frame
 */
export function useNearness<E extends Element>(isAlways: boolean, isWatched = true): [RefObject<E | null>, boolean, number | null] {
  const element = useRef<E>(null);
  const height = useRef<number>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isAlways || !element.current) return;
    // Far from the window nobody waits for it: it is drawn between frames, however much comes near at once.
    const change = (to: boolean): void => startTransition(() => setNear(to));
    if (!isWatched) return change(false);
    return watch(element.current, (entry) => {
      if (!entry.isIntersecting && entry.boundingClientRect.height > 0) height.current = entry.boundingClientRect.height;
      change(entry.isIntersecting);
    });
  }, [isAlways, isWatched]);
  return [element, isAlways || isNear, height.current];
}

import { type RefObject, useEffect, useRef, useState } from 'react';

/** spec 9: a lazy image loads when a tenth of its area is within 50 px of the viewport. */
const whenNear: IntersectionObserverInit = { rootMargin: '50px', threshold: 0.1 };

/** Becomes true once the element nears the viewport; true from the start with `skip`. */
export function useNearViewport<E extends Element>(skip: boolean): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [isNear, setNear] = useState(skip);
  useEffect(() => {
    if (isNear || !element.current) return;
    if (skip) {
      setNear(true);
      return;
    }
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setNear(true);
    }, whenNear);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear, skip]);
  return [element, isNear];
}

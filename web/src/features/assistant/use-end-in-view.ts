import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near to the end one is at the end, pixels. */
const nearEnd = 48;

/** Keeps the end of a list in view while it grows, unless somebody has scrolled away from it. */
export function useEndInView(list: RefObject<HTMLElement | null>, content: unknown, thread: string | null) {
  const [isAtEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  const toEnd = useCallback((): void => {
    follows.current = true;
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [list]);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = (): void => {
      follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
      setAtEnd(follows.current);
    };
    const grown = new ResizeObserver(() => follows.current && toEnd());
    for (const child of element.children) grown.observe(child);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      grown.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [list, toEnd]);
  // Whatever is new may have made it longer.
  useLayoutEffect(() => {
    if (follows.current) toEnd();
  }, [content, toEnd]);
  // Another thread begins at its end.
  useLayoutEffect(() => toEnd(), [thread, toEnd]);
  return { isAtEnd, toEnd };
}

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So many are shown at first, and so many more each time. */
const pageSize = 60;
/** Earlier ones are there before somebody has scrolled up to them. */
const ahead = '600px 0px 0px';

/** The latest of a long list, and earlier ones as somebody scrolls up to them: a thread of thousands of messages opens like a short one. */
export function useLatest(list: RefObject<HTMLElement | null>, count: number, thread: string | null) {
  const isLoaded = count > 0;
  const [shown, setShown] = useState({ thread, isLoaded, from: 0 });
  if (shown.thread !== thread || shown.isLoaded !== isLoaded || (shown.from > 0 && count <= shown.from))
    setShown({ thread, isLoaded, from: Math.max(0, count - pageSize) });
  const { from } = shown;
  const top = useRef<HTMLLIElement>(null);
  /** How far the end was when more came in above. */
  const toEnd = useRef<number | null>(null);
  useEffect(() => {
    const { current: element } = top;
    const { current: root } = list;
    if (from === 0 || !element || !root) return;
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        toEnd.current = root.scrollHeight - root.scrollTop;
        setShown((now) => ({ ...now, from: Math.max(0, now.from - pageSize) }));
      },
      { root, rootMargin: ahead },
    );
    seen.observe(element);
    return () => seen.disconnect();
  }, [list, from]);
  useLayoutEffect(() => {
    const { current: root } = list;
    if (root && toEnd.current !== null) root.scrollTop = root.scrollHeight - toEnd.current;
    toEnd.current = null;
  }, [list, from]);
  return { from, top };
}

import { createContext, type RefCallback, use, useCallback } from 'react';
import type { StoryFocus } from '../../map/story/story-focus.ts';

/** Root margin of the reading line, at a third of the height. The row that crosses it is the row in view. */
const readingLine = '-33% 0px -66% 0px';

/** Watches which row crosses the reading line of a scrolling element. */
export class ReadingLine {
  readonly #observer: IntersectionObserver;
  readonly #keys = new Map<Element, string | null>();

  constructor(scroller: Element, focus: StoryFocus) {
    this.#observer = new IntersectionObserver(
      (entries) => {
        const crossing = entries.filter((entry) => entry.isIntersecting).at(-1);
        if (crossing) focus.read(this.#keys.get(crossing.target) ?? null);
      },
      { root: scroller, rootMargin: readingLine },
    );
  }

  watch(element: Element, key: string | null): () => void {
    this.#keys.set(element, key);
    this.#observer.observe(element);
    return () => {
      this.#keys.delete(element);
      this.#observer.unobserve(element);
    };
  }

  stop(): void {
    this.#observer.disconnect();
  }
}

export const ReadingLineContext = createContext<ReadingLine | null>(null);

/** Ref of a row that the reading line observes; a null key stands for the opening of the story. */
export function useObservedRow(key: string | null): RefCallback<Element> {
  const line = use(ReadingLineContext);
  return useCallback((element: Element | null) => (element ? line?.watch(element, key) : undefined), [line, key]);
}

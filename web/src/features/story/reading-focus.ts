import { createContext, use, useSyncExternalStore } from 'react';

/** Keys of rows: what the pointer is on and what is being read; null for nothing and for the opening of the story. */
export interface Focus {
  pointed: string | null;
  reading: string | null;
}

/** Key of the chapter that a row belongs to: keys of stops begin with it. */
export const chapterKeyOf = (rowKey: string): string => rowKey.split('.', 1)[0] ?? rowKey;

/** Where the reader is, told to list and map alike. Held outside of React's state, so that moving on renders two rows and not all of them. */
export class ReadingFocus {
  #focus: Focus = { pointed: null, reading: null };
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly now = (): Focus => this.#focus;

  readonly point = (key: string | null): void => this.#change({ pointed: key });
  readonly read = (key: string | null): void => this.#change({ reading: key });

  #change(change: Partial<Focus>): void {
    const next = { ...this.#focus, ...change };
    if (next.pointed === this.#focus.pointed && next.reading === this.#focus.reading) return;
    this.#focus = next;
    for (const listener of this.#listeners) listener();
  }
}

export const FocusContext = createContext<ReadingFocus | null>(null);

export function useReadingFocus(): ReadingFocus {
  const focus = use(FocusContext);
  if (!focus) throw new Error('useReadingFocus is called outside of a story');
  return focus;
}

/** A value made of the focus; the caller renders when the value changes, not whenever the focus does. */
export function useFocusValue<T extends string | boolean | null>(select: (focus: Focus) => T): T {
  const focus = useReadingFocus();
  return useSyncExternalStore(focus.subscribe, () => select(focus.now()));
}

/** Key of the chapter that is being read, null at the opening. */
export const useReadChapter = (): string | null => useFocusValue(({ reading }) => reading && chapterKeyOf(reading));

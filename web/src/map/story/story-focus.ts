import { Store, useSelector } from '@tanstack/react-store';
import { createContext, use } from 'react';

/** Keys of rows: what the pointer is on and what is being read; null for nothing and for the opening of the story. */
export interface Focus {
  pointed: string | null;
  reading: string | null;
}

/** Key of the chapter that a row belongs to: keys of stops begin with it. */
export const chapterKeyOf = (rowKey: string): string => rowKey.split('.', 1)[0] ?? rowKey;

/** Where the reader is, told to list and map alike. Held outside of React's state, so that moving on renders two rows and not all of them. */
export class StoryFocus {
  readonly store = new Store<Focus>({ pointed: null, reading: null });
  /** What changed while it was held; null while it is not. */
  #meanwhile: Partial<Focus> | null = null;

  readonly point = (pointed: string | null): void => this.#change({ pointed });
  readonly read = (reading: string | null): void => this.#change({ reading });

  /** It stays as it is while a row is dragged, which needs the frames that a moving map would take. */
  readonly hold = (): void => {
    this.#meanwhile ??= {};
  };
  readonly release = (): void => {
    const meanwhile = this.#meanwhile ?? {};
    this.#meanwhile = null;
    this.#change(meanwhile);
  };

  #change(change: Partial<Focus>): void {
    if (this.#meanwhile) Object.assign(this.#meanwhile, change);
    else this.store.setState((before) => ({ ...before, ...change }));
  }
}

export const FocusContext = createContext<StoryFocus | null>(null);

export function useStoryFocus(): StoryFocus {
  const focus = use(FocusContext);
  if (!focus) throw new Error('useStoryFocus is called outside of a story');
  return focus;
}

/** A value made of the focus; the caller renders when the value changes, not whenever the focus does. */
export function useFocusValue<T extends string | boolean | null>(select: (focus: Focus) => T): T {
  return useSelector(useStoryFocus().store, select);
}

/** Key of the chapter that is being read, null at the opening. */
export const useReadChapter = (): string | null => useFocusValue(({ reading }) => reading && chapterKeyOf(reading));

import { Store, useSelector } from '@tanstack/react-store';
import { createContext, use } from 'react';

/** Keys of the hovered row and of the row being read. `pointed` is null without a hovered row, `reading` at the opening. */
export interface StoryFocusState {
  pointed: string | null;
  reading: string | null;
}

/** Key of a row's chapter; keys of stops begin with it. */
export const chapterKeyOf = (rowKey: string): string => rowKey.split('.', 1)[0] ?? rowKey;

/** Position of the reader, shared by list and map. A store outside React state, so that a change renders two rows only. */
export class StoryFocus {
  readonly store = new Store<StoryFocusState>({ pointed: null, reading: null });
  /** Changes while held; null when not held. */
  #meanwhile: Partial<StoryFocusState> | null = null;

  readonly point = (pointed: string | null): void => this.#change({ pointed });
  readonly read = (reading: string | null): void => this.#change({ reading });

  /** Freezes the focus while a row is dragged, because highlights on the map would take frames from the drag. */
  readonly hold = (): void => {
    this.#meanwhile ??= {};
  };
  readonly release = (): void => {
    const meanwhile = this.#meanwhile ?? {};
    this.#meanwhile = null;
    this.#change(meanwhile);
  };

  #change(change: Partial<StoryFocusState>): void {
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

/** A derived value; the caller renders only when it changes. */
export function useFocusValue<T extends string | boolean | null>(select: (focus: StoryFocusState) => T): T {
  return useSelector(useStoryFocus().store, select);
}

/** Key of the chapter being read, null at the opening. */
export const useReadChapter = (): string | null => useFocusValue(({ reading }) => reading && chapterKeyOf(reading));

import { useIsFetching } from '@tanstack/react-query';
import { useElementScrollRestoration } from '@tanstack/react-router';
import type { VirtualItem } from '@tanstack/react-virtual';
import { tabTexts } from '@waystory/client/environment.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAccount } from '../../model/account/account.query.ts';
import { keys } from '../../model/queries/keys.ts';
import type { StoryListHandle } from './story-list.tsx';

/** Key of the scroll position of a story in the router, stored per history entry. */
export const scrollIdOf = (storyId: string): string => `story-${storyId}`;

interface StoryPlace {
  storyId: string;
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<StoryListHandle | null>;
  /** The rows are rendered. */
  isReady: boolean;
}

const acts = ['wheel', 'pointerdown', 'keydown'] as const;

/**
 * Restores the reading position: the scroll position after a reload or Back, else the anchor in the URL. Later anchor changes are handled where they
 * are set.
 */
export function useReadingPosition({ storyId, scroller, list, isReady }: StoryPlace): void {
  // The scroll position at the opening of the page is read once, because the router may return another position later.
  const [before] = useState(useElementScrollRestoration({ id: scrollIdOf(storyId) }));
  const isSettled = useIsSettled(storyId);
  const hasBegun = useRef(false);
  useEffect(() => {
    const begin = (): void => {
      hasBegun.current = true;
    };
    for (const act of acts) addEventListener(act, begin, { passive: true });
    return () => {
      for (const act of acts) removeEventListener(act, begin);
    };
  }, []);
  // Runs again once the page has settled, because content for the owner above the position shifts the story.
  useEffect(() => {
    if (!isReady) return;
    const place = (): void => {
      if (hasBegun.current || !scroller.current) return;
      const key = decodeURIComponent(location.hash.slice(1));
      if (before) scroller.current.scrollTop = before.scrollY;
      else if (key) list.current?.scrollTo(key, 'auto');
    };
    place();
    // Scroll anchoring of the browser takes effect in the next frame, so the position is set again after it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(place);
    });
    return () => cancelAnimationFrame(frame);
  }, [list, scroller, before, isReady, isSettled]);
}

/** Whether account and story have loaded for the current reader. */
function useIsSettled(storyId: string): boolean {
  const { awaited } = useAuth();
  const { isFetching } = useAccount();
  const requestsInFlight = useIsFetching({ queryKey: keys.itinerary(storyId) });
  return !awaited && !isFetching && requestsInFlight === 0;
}

const rowsKey = 'waystory.story-rows';

/** Row heights of one story, valid for one window width. */
interface Measured {
  scrollId: string;
  width: number;
  rows: VirtualItem[];
}

function measuredRows(): Measured | null {
  try {
    return JSON.parse(tabTexts.getItem(rowsKey) ?? 'null') as Measured | null; // written by `useHeightStorage`
  } catch {
    return null;
  }
}

/** Row heights from the last visit to this story, so a restored scroll position fits; empty for another width. */
export function storedRowHeights(scrollId: string): VirtualItem[] {
  const measured = measuredRows();
  return measured && measured.scrollId === scrollId && measured.width === innerWidth ? measured.rows : [];
}

/** Stores the row heights on leaving; only those of the last story are kept. */
export function useHeightStorage(scrollId: string, rowsNow: () => VirtualItem[]): void {
  useEffect(() => {
    const keep = (): void => {
      tabTexts.setItem(rowsKey, JSON.stringify({ scrollId, width: innerWidth, rows: rowsNow() } satisfies Measured));
    };
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [scrollId, rowsNow]);
}

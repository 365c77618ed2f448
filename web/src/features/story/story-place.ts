import { useIsFetching } from '@tanstack/react-query';
import { useElementScrollRestoration } from '@tanstack/react-router';
import type { VirtualItem } from '@tanstack/react-virtual';
import { tabTexts } from '@waystory/client/environment.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAccount } from '../../model/account/account.query.ts';
import { keys } from '../../model/queries/keys.ts';
import type { StoryListHandle } from './story-list.tsx';

/** Name by which the router keeps how far a story is scrolled, per entry of the history. */
export const scrollIdOf = (storyId: string): string => `story-${storyId}`;

interface StoryPlace {
  storyId: string;
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<StoryListHandle | null>;
  /** The rows are there. */
  isReady: boolean;
}

const acts = ['wheel', 'pointerdown', 'keydown'] as const;

/**
 * Where one begins to read: where one was before a reload or on the way back, else at the anchor of the address. Later anchors are followed by
 * whoever sets them.
 */
export function useStoryPlace({ storyId, scroller, list, isReady }: StoryPlace): void {
  // Scroll position when the page opened: the router may ask again much later.
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
  // Once more when it has settled: what its owner sees above the place makes it longer.
  useEffect(() => {
    if (!isReady) return;
    const place = (): void => {
      if (hasBegun.current || !scroller.current) return;
      const key = decodeURIComponent(location.hash.slice(1));
      if (before) scroller.current.scrollTop = before.scrollY;
      else if (key) list.current?.scrollTo(key, 'auto');
    };
    place();
    // The browser keeps in sight what it had in sight when something comes above it, and does so with the next frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(place);
    });
    return () => cancelAnimationFrame(frame);
  }, [list, scroller, before, isReady, isSettled]);
}

/** It is known who reads, and what they see of the story has come. */
function useIsSettled(storyId: string): boolean {
  const { awaited } = useAuth();
  const { isFetching } = useAccount();
  const requestsInFlight = useIsFetching({ queryKey: keys.itinerary(storyId) });
  return !awaited && !isFetching && requestsInFlight === 0;
}

const rowsKey = 'waystory.story-rows';

/** Heights of the rows of one story; they are those of one width. */
interface Measured {
  scrollId: string;
  width: number;
  rows: VirtualItem[];
}

function measuredRows(): Measured | null {
  try {
    return JSON.parse(tabTexts.getItem(rowsKey) ?? 'null') as Measured | null; // written below
  } catch {
    return null;
  }
}

/** Heights as they were when this story was last left, so that a place in it is the same place again; none for another width. */
export function heightsBefore(scrollId: string): VirtualItem[] {
  const measured = measuredRows();
  return measured && measured.scrollId === scrollId && measured.width === innerWidth ? measured.rows : [];
}

/** Keeps the heights of the rows for whoever comes back; only those of the story that was left last. */
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

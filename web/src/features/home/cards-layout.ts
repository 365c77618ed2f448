import type { ComponentType, ReactNode, RefObject } from 'react';

export interface CardItem {
  key: string;
  card: ReactNode;
}

/** Cards of one kind with their loading and error states, for the strip and for the list without a map. */
export interface CardsLayoutProps {
  /** Accessible name of the list. */
  label: string;
  /** Text of the live region, such as "12 itineraries in view". */
  announcement: string;
  status: 'loading' | 'failed' | 'ready';
  /** Lead card before the items. */
  lead: ReactNode;
  items: readonly CardItem[];
  /** Shown when there are no items. */
  empty: ReactNode;
  /** The cards belong to the previous view while the next one loads. */
  isStale: boolean;
  onRetry: () => void;
  /** Loads the next page; undefined on the last page and while a page is loading. */
  onEnd?: (() => void) | undefined;
  /** The next page is loading. */
  isGrowing?: boolean;
  /** Set before the cards are replaced, so that the first new card takes the focus. */
  wantsFocus: RefObject<boolean>;
}

export type CardsLayout = ComponentType<CardsLayoutProps>;

/** Skeletons that fill a wide strip during the first request. */
export const skeletonCount = 6;

/** Status of the cards for a query. Loaded cards stay visible when a refetch fails. */
export function cardsStatusOf({ isError, isPending, data }: { isError: boolean; isPending: boolean; data: unknown }): CardsLayoutProps['status'] {
  if (data !== undefined) return 'ready';
  return isError && !isPending ? 'failed' : 'loading';
}

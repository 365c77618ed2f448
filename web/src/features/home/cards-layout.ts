import type { ComponentType, ReactNode, RefObject } from 'react';

export interface CardItem {
  key: string;
  card: ReactNode;
}

/** Cards of one kind with all that may be wrong with them, for the strip over the map and for the list without one. */
export interface CardsLayoutProps {
  /** Accessible name of the list. */
  label: string;
  /** Said when it changes, such as "12 itineraries in view". */
  announcement: string;
  status: 'loading' | 'failed' | 'ready';
  /** Stands before the cards. */
  lead: ReactNode;
  items: readonly CardItem[];
  /** Shown when there are no items. */
  empty: ReactNode;
  /** Another view is being asked for; these are of the one before. */
  isStale: boolean;
  onRetry: () => void;
  /** The last card came into sight. */
  onEnd?: (() => void) | undefined;
  /** More cards are on their way. */
  isGrowing?: boolean;
  /** Set when somebody chose a card that gives way to others: the first of those then takes the focus. */
  wantsFocus: RefObject<boolean>;
}

export type CardsLayout = ComponentType<CardsLayoutProps>;

/** Enough to fill a wide strip while the first answer is on its way. */
export const skeletonCount = 6;

/** Shown cards stay when only a refresh failed. */
export function statusOf({ isError, isPending, data }: { isError: boolean; isPending: boolean; data: unknown }): CardsLayoutProps['status'] {
  if (data !== undefined) return 'ready';
  return isError && !isPending ? 'failed' : 'loading';
}

import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { isSameBounds } from '../../lib/bounds.ts';
import type { HomeSearch, MapBounds } from '../../lib/search-params.ts';
import { isLeaving } from './leaving.ts';

/** What opens over the map and has an address: a place, the stops of an itinerary, a country. */
export type Opening = 'place' | 'previewItineraryId' | 'country';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What was opened with this entry of the history, and over which part of the world. */
    opening?: { name: Opening; over: MapBounds | null };
  }
}

export interface HomeAddress {
  search: HomeSearch;
  /** Opens something with an entry of its own, so that Back closes it. */
  open: (name: Opening, value: string) => void;
  /** Closes it as Back would, unless the map has moved since: then it stays where it is. */
  close: (name: Opening) => void;
}

/** What is open over the map, as the address says it. */
export function useHomeAddress(): HomeAddress {
  const search = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const router = useRouter();
  const open = useCallback(
    (name: Opening, value: string) => {
      const { search: before, state } = router.state.location;
      // One after the other is one visit: Back closes the last of them.
      const isOpen = state.opening?.name === name && name in before;
      const opening = isOpen ? state.opening : { name, over: boundsIn(before) };
      void navigate({ to: '.', search: (known) => ({ ...known, [name]: value }), replace: isOpen, state: { opening }, resetScroll: false });
    },
    [navigate, router],
  );
  const close = useCallback(
    (name: Opening) => {
      if (isLeaving()) return;
      const { search: now, state } = router.state.location;
      if (state.opening?.name === name && isSameBounds(state.opening.over ?? undefined, boundsIn(now) ?? undefined)) router.history.back();
      else void navigate({ to: '.', search: (known) => ({ ...known, [name]: undefined }), replace: true, resetScroll: false });
    },
    [navigate, router],
  );
  return { search, open, close };
}

/** Bounds of the home page's address, which is where this is asked. */
const boundsIn = (search: HomeSearch): MapBounds | null => search.bounds ?? null;

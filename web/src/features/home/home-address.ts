import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type RefObject, useCallback, useMemo, useRef } from 'react';
import { isSameBounds } from '../../lib/bounds.ts';
import type { HomeSearch, MapBounds } from '../../lib/search-params.ts';

/** Whether a navigation to another page has begun, which a write into the URL would undo. */
export const isLeavingHome = (): boolean => location.pathname !== '/';

/** Overlays of the map with a search parameter: a place, the stops of an itinerary, a country. */
export type MapOverlay = 'place' | 'previewItineraryId' | 'country';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Overlay of this history entry, and the map bounds when it opened. */
    opening?: { name: MapOverlay; over: MapBounds | undefined };
  }
}

export interface HomeUrlState {
  search: HomeSearch;
  /** Opens an overlay with a new history entry, so that Back closes it. */
  open: (name: MapOverlay, value: string) => void;
  /** Closes overlays like Back, but keeps the view of the map. */
  close: (...names: MapOverlay[]) => void;
  /** Set during a Back navigation that must not restore the earlier view. */
  keepsView: RefObject<boolean>;
}

/** Overlays of the home page, synchronized with the URL. */
export function useHomeUrlState(): HomeUrlState {
  const search = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const router = useRouter();
  const keepsView = useRef(false);
  const open = useCallback(
    (name: MapOverlay, value: string) => {
      const { state, search: before } = router.latestLocation;
      // An overlay of the same kind replaces the history entry, so one Back closes the overlay.
      const replace = state.opening?.name === name;
      const opening = replace ? state.opening : { name, over: boundsIn(before) };
      keepsView.current = false;
      void navigate({ to: '.', search: (current) => ({ ...current, [name]: value }), replace, state: { opening }, resetScroll: false });
    },
    [navigate, router],
  );
  const close = useCallback(
    (...names: MapOverlay[]) => {
      if (isLeavingHome()) return;
      const { state, search: now } = router.latestLocation;
      const isOpen = names.filter((name) => name in now && now[name as keyof typeof now] !== undefined); // names of this page's own parameters
      if (isOpen.length === 0) return;
      const { opening } = state;
      if (isOpen.length === 1 && opening && opening.name === isOpen[0]) {
        keepsView.current = !isSameBounds(opening.over, boundsIn(now));
        router.history.back();
      } else {
        const closed = Object.fromEntries(isOpen.map((name) => [name, undefined]));
        void navigate({ to: '.', search: (current) => ({ ...current, ...closed }), replace: true, resetScroll: false });
      }
    },
    [navigate, router],
  );
  return useMemo(() => ({ search, open, close, keepsView }), [search, open, close]);
}

/** Bounds in the search parameters. These are the parameters of the home page, because its hook runs on no other page. */
const boundsIn = (search: HomeSearch): MapBounds | undefined => search.bounds;

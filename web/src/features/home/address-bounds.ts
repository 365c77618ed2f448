import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { isSameBounds } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import type { HomeAddress } from './home-address.ts';
import { isLeaving } from './home-address.ts';
import { throttled } from './throttle.ts';

/** spec 9: the bounds in the address follow the map at most once a second. */
const interval = 1_000;

/** Changes to the address after a move of the map. */
interface Written {
  bounds: MapBounds;
  /** Country that the move closed; a country opened since stays. */
  left: string | undefined;
}

/** Writes bounds into the address without a new entry in the history, and tells of bounds that came from elsewhere; undefined is the world. */
export function useAddressBounds(
  { search: { bounds }, keepsView }: HomeAddress,
  onOther: (bounds: MapBounds | undefined) => void,
): (bounds: MapBounds, left?: string) => void {
  const navigate = useNavigate({ from: '/' });
  /** Bounds of the map, bounds last written, and bounds last seen in the address. */
  const [current, written, seen] = [useRef(bounds), useRef(bounds), useRef(bounds)];
  const write = useMemo(
    () =>
      throttled<Written>(({ bounds: next, left }) => {
        if (isLeaving()) return;
        written.current = next;
        // One navigation for both: closing the country alone goes back in history, and a concurrent write would reopen it.
        void navigate({
          to: '.',
          search: (before) => ({ ...before, bounds: next, ...('country' in before && before.country === left && { country: undefined }) }),
          ...{ replace: true, state: true, resetScroll: false },
        });
      }, interval),
    [navigate, written],
  );
  // A pending write must not bring back a page that was left.
  useEffect(() => write.cancel, [write]);
  useEffect(() => {
    if (isSameBounds(bounds, seen.current)) return;
    seen.current = bounds;
    if (isSameBounds(bounds, written.current)) return;
    const stays = keepsView.current;
    keepsView.current = false;
    if (stays && current.current) return write({ bounds: current.current, left: undefined });
    // A pending write belongs to the previous view.
    write.cancel();
    current.current = bounds;
    written.current = bounds;
    onOther(bounds);
  }, [bounds, onOther, write, keepsView, current, written, seen]);
  return useCallback(
    (next, left) => {
      current.current = next;
      write({ bounds: next, left });
    },
    [write, current],
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { isSameBounds } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import type { HomeAddress } from './home-address.ts';
import { isLeaving } from './home-address.ts';
import { throttled } from './throttle.ts';

/** spec 9: the bounds in the address follow the map at most once a second. */
const interval = 1_000;

/** Writes bounds into the address without a new entry in the history, and tells of bounds that came from elsewhere; undefined is the world. */
export function useAddressBounds(
  { search: { bounds }, keepsView }: HomeAddress,
  onOther: (bounds: MapBounds | undefined) => void,
): (bounds: MapBounds) => void {
  const navigate = useNavigate({ from: '/' });
  /** Where the map is, what of it was written, and what the address has of that by now. */
  const [current, written, seen] = [useRef(bounds), useRef(bounds), useRef(bounds)];
  const write = useMemo(
    () =>
      throttled<MapBounds>((next) => {
        if (isLeaving()) return;
        written.current = next;
        void navigate({ to: '.', search: (before) => ({ ...before, bounds: next }), replace: true, state: true, resetScroll: false });
      }, interval),
    [navigate, written],
  );
  // What still waits must not call somebody back who has left the page.
  useEffect(() => write.cancel, [write]);
  useEffect(() => {
    if (isSameBounds(bounds, seen.current)) return;
    seen.current = bounds;
    if (isSameBounds(bounds, written.current)) return;
    const stays = keepsView.current;
    keepsView.current = false;
    if (stays && current.current) return write(current.current);
    // A move that is still to be written belongs to where one was.
    write.cancel();
    current.current = bounds;
    written.current = bounds;
    onOther(bounds);
  }, [bounds, onOther, write, keepsView, current, written, seen]);
  return useCallback(
    (next) => {
      current.current = next;
      write(next);
    },
    [write, current],
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { isSameBounds } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import type { HomeAddress } from './home-address.ts';
import { isLeaving } from './leaving.ts';
import { type Throttled, throttled } from './throttle.ts';

/** spec 9: the bounds in the address follow the map at most once a second. */
const interval = 1_000;

/** Writes bounds into the address without a new entry in the history, and tells of bounds that came from elsewhere; undefined is the world. */
export function useAddressBounds(
  { search: { bounds }, keepsView }: HomeAddress,
  onOther: (bounds: MapBounds | undefined) => void,
): Throttled<MapBounds> {
  const navigate = useNavigate({ from: '/' });
  /** Of the map, and of the address: what was written is there a moment later. */
  const [known, seen] = [useRef(bounds), useRef(bounds)];
  const write = useMemo(
    () =>
      throttled<MapBounds>((next) => {
        if (isLeaving()) return;
        known.current = next;
        void navigate({ to: '.', search: (before) => ({ ...before, bounds: next }), replace: true, state: true, resetScroll: false });
      }, interval),
    [navigate, known],
  );
  // What still waits must not call somebody back who has left the page.
  useEffect(() => write.cancel, [write]);
  useEffect(() => {
    if (isSameBounds(bounds, seen.current)) return;
    seen.current = bounds;
    if (isSameBounds(bounds, known.current)) return;
    const stays = keepsView.current;
    keepsView.current = false;
    // A move that is still to be written belongs to where one was.
    write.cancel();
    if (stays && known.current) return write(known.current);
    known.current = bounds;
    onOther(bounds);
  }, [bounds, onOther, write, keepsView, known, seen]);
  return write;
}

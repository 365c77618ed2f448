import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { isSameBounds } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import { isLeaving } from './leaving.ts';
import { type Throttled, throttled } from './throttle.ts';

/** spec 9: the bounds in the address follow the map at most once a second. */
const interval = 1_000;

/** Writes bounds into the address without a new entry in the history, and tells of bounds that came from elsewhere; undefined is the world. */
export function useAddressBounds(bounds: MapBounds | undefined, onOther: (bounds: MapBounds | undefined) => void): Throttled<MapBounds> {
  const navigate = useNavigate({ from: '/' });
  const known = useRef(bounds);
  const write = useMemo(
    () =>
      throttled<MapBounds>((next) => {
        if (isLeaving()) return;
        known.current = next;
        void navigate({ to: '.', search: (before) => ({ ...before, bounds: next }), replace: true, state: true, resetScroll: false });
      }, interval),
    [navigate],
  );
  // What still waits must not call somebody back who has left the page.
  useEffect(() => write.cancel, [write]);
  useEffect(() => {
    if (isSameBounds(bounds, known.current)) return;
    known.current = bounds;
    // A move that is still to be written belongs to where one was.
    write.cancel();
    onOther(bounds);
  }, [bounds, onOther, write]);
  return write;
}

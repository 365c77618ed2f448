import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { isSameBounds } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import { isLeaving } from './leaving.ts';
import { type Throttled, throttled } from './throttle.ts';

/** spec 9: the bounds in the address follow the map at most once a second. */
const interval = 1_000;

/** Writes bounds into the address without a new entry in the history, and tells of bounds that came from elsewhere. */
export function useAddressBounds(bounds: MapBounds | undefined, onOther: (bounds: MapBounds) => void): Throttled<MapBounds> {
  const navigate = useNavigate({ from: '/' });
  const known = useRef(bounds);
  const write = useMemo(
    () =>
      throttled<MapBounds>((next) => {
        if (isLeaving()) return;
        known.current = next;
        void navigate({ to: '.', search: (before) => ({ ...before, bounds: next }), replace: true, resetScroll: false });
      }, interval),
    [navigate],
  );
  // What still waits must not call somebody back who has left the page.
  useEffect(() => write.cancel, [write]);
  useEffect(() => {
    if (isSameBounds(bounds, known.current)) return;
    known.current = bounds;
    if (bounds) onOther(bounds);
  }, [bounds, onOther]);
  return write;
}

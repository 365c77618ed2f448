import type { Map as MapLibreMap } from 'maplibre-gl';
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isSameBounds, paddedBounds, worldBounds } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import { boundsOfMap, countryRoom, fitTo, fitToCountry, flyOut, isAsked } from '../../map/camera.ts';
import { useAddressBounds } from './address-bounds.ts';
import { type ExplorerView, firstView, itineraryZoom } from './explorer-view.ts';
import type { HomeAddress } from './home-address.ts';
import { openGlobe } from './opening.ts';
import { debounced } from './throttle.ts';

/** Rest after a move before cards are asked for, milliseconds. */
const settling = 250;

export interface ExploredView {
  view: ExplorerView;
  /** Null until it is there, and for good where none can be drawn. */
  map: MapLibreMap | null;
  attach: (map: MapLibreMap) => void;
  moved: (map: MapLibreMap, event: object) => void;
  /** Shows the stops of a country, with or without a map. */
  openCountry: (bounds: MapBounds) => void;
  /** Back to the world. */
  leave: () => void;
}

const viewOfMap = (map: MapLibreMap): ExplorerView => ({ bounds: boundsOfMap(map), zoom: map.getZoom() });

/** What part of the world is looked at. It follows the map when that rests, so that a move costs React nothing. */
export function useExploredView(address: HomeAddress): ExploredView {
  const addressBounds = address.search.bounds;
  const [view, setView] = useState(() => firstView(addressBounds));
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const begun = useRef(addressBounds);
  // Asked for before the map was there to show it.
  const wanted = useRef<MapBounds | null>(null);
  const goTo = useCallback(
    (bounds: MapBounds | undefined) => {
      if (!map) setView(firstView(bounds));
      else if (bounds) fitTo(map, bounds);
      else flyOut(map);
    },
    [map],
  );
  const write = useAddressBounds(address, goTo);
  const settle = useMemo(
    () => debounced<ExplorerView>((next) => startTransition(() => setView((known) => (isSameView(known, next) ? known : next))), settling),
    [],
  );
  useEffect(() => settle.cancel, [settle]);

  const attach = useCallback((ready: MapLibreMap) => {
    setMap(ready);
    if (wanted.current) fitToCountry(ready, wanted.current, itineraryZoom);
    else if (begun.current) setView(viewOfMap(ready));
    else openGlobe(ready);
  }, []);
  const moved = useCallback(
    (moving: MapLibreMap, event: object) => {
      if (!isAsked(event)) return;
      const next = viewOfMap(moving);
      settle(next);
      if (next.bounds) write(next.bounds);
    },
    [settle, write],
  );
  const openCountry = useCallback(
    (bounds: MapBounds) => {
      if (map) return fitToCountry(map, bounds, itineraryZoom);
      const padded = paddedBounds(bounds, countryRoom);
      wanted.current = bounds;
      setView({ bounds: padded, zoom: itineraryZoom });
      write(padded);
    },
    [map, write],
  );
  const leave = useCallback(() => {
    goTo(undefined);
    // A map writes where it has come to; without one the address would go on naming the country.
    if (!map) write(worldBounds);
  }, [goTo, map, write]);
  return { view, map, attach, moved, openCountry, leave };
}

const isSameView = (a: ExplorerView, b: ExplorerView): boolean => a.zoom === b.zoom && isSameBounds(a.bounds ?? undefined, b.bounds ?? undefined);

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { initialViewOf, isSameBounds, longitudeSpan, paddedBounds, worldBounds } from '../../lib/bounds.ts';
import type { HomeSearch, MapBounds } from '../../lib/search-params.ts';
import { boundsOfMap, countryMarginShare, fitToBounds, fitToCountry, flyToWorld, showBounds, watchUserMoves } from '../../map/camera.ts';
import { countriesInView } from '../../model/country/countries.query.ts';
import { type HomeUrlState, isLeavingHome } from './home-address.ts';
import { debounced, throttled } from './throttle.ts';

/** spec 9: below this zoom the cards are countries, from it on they are itineraries. */
export const itineraryZoom = 2.5;

/** Visible area of the cards. Null bounds mean the whole world. */
export interface ExplorerView {
  bounds: MapBounds | null;
  zoom: number;
}

export type CardKind = 'countries' | 'itineraries' | 'stops';

/** Initial view before a map exists: the bounds in the URL, else the world. */
export const initialExplorerView = (bounds: MapBounds | undefined): ExplorerView => ({ bounds: bounds ?? null, zoom: initialViewOf(bounds).zoom });

/** Kind of the cards: the stops of a previewed itinerary, the itineraries of a country, else by zoom level. */
export function cardKind({ zoom }: ExplorerView, { previewItineraryId, country }: Pick<HomeSearch, 'previewItineraryId' | 'country'>): CardKind {
  if (previewItineraryId) return 'stops';
  if (country) return 'itineraries';
  return zoom < itineraryZoom ? 'countries' : 'itineraries';
}

/** Side of a map tile, which defines the zoom levels, pixels. */
const tileSize = 512;
/** Diameter of the globe as a share of the free screen. */
const filled = 1.02;
/** Highest opening zoom level. It leaves room for a turn of the wheel below `itineraryZoom`. */
const closest = itineraryZoom - 0.3;

/** Zoom level at which the globe, seen above a latitude, has a diameter of about `pixels`. At least `from`, at most `closest`. */
export function globeZoom(pixels: number, latitude: number, from: number): number {
  const diameterAtZero = tileSize / (Math.PI * Math.cos((latitude * Math.PI) / 180));
  return Math.min(closest, Math.max(from, Math.log2((pixels * filled) / diameterAtZero)));
}

/** Zooms in on a large screen until the globe fills the room above the cards. A small screen keeps the initial view of spec 9. */
function openGlobe(map: MapLibreMap): void {
  const { clientWidth, clientHeight } = map.getContainer();
  const { top = 0, bottom = 0 } = map.getPadding();
  const zoom = globeZoom(Math.min(clientWidth, clientHeight - top - bottom), map.getCenter().lat, map.getZoom());
  if (zoom > map.getZoom()) map.easeTo({ zoom, duration: 2_400, easing: (t) => 1 - (1 - t) ** 3 });
}

/** Widest bounds from the URL that are restored exactly, degrees of longitude. */
const narrow = 20;
/** Closest zoom level for restored bounds. */
const nearest = 18;

/** Debounce of the card request after a move, milliseconds. */
const settling = 250;

export interface Explorer {
  view: ExplorerView;
  /** Null before the map is ready, and permanently without map support. */
  map: MapLibreMap | null;
  attach: (map: MapLibreMap) => void;
  moved: (map: MapLibreMap, event: object) => void;
  /** Moves the view to a country, with or without a map. */
  openCountry: (bounds: MapBounds) => void;
  /** Returns to the world view. */
  leave: () => void;
}

const viewOfMap = (map: MapLibreMap): ExplorerView => ({ bounds: boundsOfMap(map), zoom: map.getZoom() });

/** Visible part of the world. It is updated after a debounce, so that a moving map does not render the page. */
export function useExplorer(address: HomeUrlState): Explorer {
  const { bounds: addressBounds, country } = address.search;
  const [view, setView] = useState(() => initialExplorerView(addressBounds));
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const begun = useRef(addressBounds);
  // Bounds of a country that was opened before the map was ready.
  const wanted = useRef<MapBounds | null>(null);
  const goTo = useCallback(
    (bounds: MapBounds | undefined) => {
      if (!map) setView(initialExplorerView(bounds));
      else if (bounds) fitToBounds(map, bounds);
      else flyToWorld(map);
    },
    [map],
  );
  const write = useAddressBounds(address, goTo);
  const settle = useMemo(
    () => debounced<ExplorerView>((next) => startTransition(() => setView((current) => (isSameView(current, next) ? current : next))), settling),
    [],
  );
  useEffect(() => settle.cancel, [settle]);

  const isAsked = useRef<(event: object) => boolean>(() => false);
  const attach = useCallback((ready: MapLibreMap) => {
    setMap(ready);
    isAsked.current = watchUserMoves(ready);
    if (wanted.current) fitToCountry(ready, wanted.current, itineraryZoom);
    else if (begun.current) {
      // A link or a reload restores its bounds. Bounds of 20 degrees or more are no rectangle on the globe, so they are skipped.
      if (longitudeSpan(begun.current) < narrow) showBounds(ready, begun.current, { room: 0, maxZoom: nearest, duration: 0 });
      setView(viewOfMap(ready));
    } else openGlobe(ready);
  }, []);
  const moved = useCallback(
    (moving: MapLibreMap, event: object) => {
      if (!isAsked.current(event)) return;
      const next = viewOfMap(moving);
      settle(next);
      // Below the zoom level of itineraries the country filter ends, because the cards are countries again (spec 2.7).
      if (next.bounds) write(next.bounds, next.zoom < itineraryZoom ? country : undefined);
    },
    [settle, write, country],
  );
  const openCountry = useCallback(
    (bounds: MapBounds) => {
      if (map) return fitToCountry(map, bounds, itineraryZoom);
      const padded = paddedBounds(bounds, countryMarginShare);
      wanted.current = bounds;
      setView({ bounds: padded, zoom: itineraryZoom });
      write(padded);
    },
    [map, write],
  );
  const leave = useCallback(() => {
    goTo(undefined);
    // The map writes its own bounds. Without a map, the bounds in the URL are reset here.
    if (!map) write(worldBounds);
  }, [goTo, map, write]);
  return { view, map, attach, moved, openCountry, leave };
}

const isSameView = (a: ExplorerView, b: ExplorerView): boolean => a.zoom === b.zoom && isSameBounds(a.bounds ?? undefined, b.bounds ?? undefined);

/**
 * Country filter from the URL; null without one, and until the country is loaded. A URL with a country but without bounds moves the map to the
 * country.
 */
export function useCountryInUrl({ search: { country, bounds } }: HomeUrlState, { openCountry }: Explorer): CountryInView | null {
  const { data } = useQuery({ ...countriesInView(null), enabled: country !== undefined });
  const countryInView = (country && data?.items.find(({ code }) => code === country)) || null;
  const toFit = useRef(bounds ? undefined : country);
  useEffect(() => {
    if (!countryInView || toFit.current !== countryInView.code) return;
    toFit.current = undefined;
    openCountry(countryInView.bounds);
  }, [countryInView, openCountry]);
  return countryInView;
}

/** Throttle of the bounds in the URL (spec 9), milliseconds. */
const interval = 1_000;

/** Changes of the URL after a move of the map. */
interface Written {
  bounds: MapBounds;
  /** Country filter that the move removed; a country opened after the move stays. */
  left: string | undefined;
}

/** Writes bounds into the URL without a history entry, and reports bounds from other sources; undefined is the world. */
function useAddressBounds(
  { search: { bounds }, keepsView }: HomeUrlState,
  onOther: (bounds: MapBounds | undefined) => void,
): (bounds: MapBounds, left?: string) => void {
  const navigate = useNavigate({ from: '/' });
  /** Bounds of the map, bounds last written, and bounds last seen in the URL. */
  const [current, written, seen] = [useRef(bounds), useRef(bounds), useRef(bounds)];
  const write = useMemo(
    () =>
      throttled<Written>(({ bounds: next, left }) => {
        if (isLeavingHome()) return;
        written.current = next;
        // One navigation writes the bounds and removes the country filter. Closing the filter alone goes back in history, and a concurrent write of
        // the bounds would restore it.
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

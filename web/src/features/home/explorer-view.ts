import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isSameBounds, longitudeSpan, paddedBounds, viewOf, worldBounds } from '../../lib/bounds.ts';
import type { HomeSearch, MapBounds } from '../../lib/search-params.ts';
import { boundsOfMap, countryRoom, fitTo, fitToCountry, flyOut, showBounds, wantedMoves } from '../../map/camera.ts';
import { countriesInView } from '../../model/country/countries.query.ts';
import { type HomeAddress, isLeaving } from './home-address.ts';
import { debounced, throttled } from './throttle.ts';

/** spec 9: below this zoom the cards are countries, from it on they are itineraries. */
export const itineraryZoom = 2.5;

/** Visible area of the cards. Null bounds mean the whole world. */
export interface ExplorerView {
  bounds: MapBounds | null;
  zoom: number;
}

export type CardKind = 'countries' | 'itineraries' | 'stops';

/** Initial view before a map exists: the bounds in the address, else the world. */
export const firstView = (bounds: MapBounds | undefined): ExplorerView => ({ bounds: bounds ?? null, zoom: viewOf(bounds).zoom });

/** The kind of cards of a view. An itinerary on the map has its stops, a country its itineraries. */
export function cardKind({ zoom }: ExplorerView, { previewItineraryId, country }: Pick<HomeSearch, 'previewItineraryId' | 'country'>): CardKind {
  if (previewItineraryId) return 'stops';
  if (country) return 'itineraries';
  return zoom < itineraryZoom ? 'countries' : 'itineraries';
}

/** Side of the tiles by which zooms are counted, pixels. */
const tileSize = 512;
/** Share of the free part of the screen that the globe fills. */
const filled = 1.02;
/** Below the zoom at which the cards turn into itineraries, with some room for a turn of the wheel. */
const closest = itineraryZoom - 0.3;

/** Zoom level at which the globe fills the given pixels, seen above a latitude; never below `from`. */
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

/** Widest bounds that are restored exactly, degrees. */
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
  /** Shows the stops of a country, with or without a map. */
  openCountry: (bounds: MapBounds) => void;
  /** Returns to the world view. */
  leave: () => void;
}

const viewOfMap = (map: MapLibreMap): ExplorerView => ({ bounds: boundsOfMap(map), zoom: map.getZoom() });

/** Visible part of the world. It follows the map at rest, so a move does not render. */
export function useExplorer(address: HomeAddress): Explorer {
  const { bounds: addressBounds, country } = address.search;
  const [view, setView] = useState(() => firstView(addressBounds));
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const begun = useRef(addressBounds);
  // Bounds requested before the map was ready.
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
    () => debounced<ExplorerView>((next) => startTransition(() => setView((current) => (isSameView(current, next) ? current : next))), settling),
    [],
  );
  useEffect(() => settle.cancel, [settle]);

  const isAsked = useRef<(event: object) => boolean>(() => false);
  const attach = useCallback((ready: MapLibreMap) => {
    setMap(ready);
    isAsked.current = wantedMoves(ready);
    if (wanted.current) fitToCountry(ready, wanted.current, itineraryZoom);
    else if (begun.current) {
      // A link or a reload restores its bounds. Bounds of half the world are no rectangle on the globe, so they are skipped.
      if (longitudeSpan(begun.current) < narrow) showBounds(ready, begun.current, { room: 0, maxZoom: nearest, duration: 0 });
      setView(viewOfMap(ready));
    } else openGlobe(ready);
  }, []);
  const moved = useCallback(
    (moving: MapLibreMap, event: object) => {
      if (!isAsked.current(event)) return;
      const next = viewOfMap(moving);
      settle(next);
      // The whole world is not a country's: its cards are those of countries again (spec 2.7).
      if (next.bounds) write(next.bounds, next.zoom < itineraryZoom ? country : undefined);
    },
    [settle, write, country],
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
    // The map writes its own bounds. Without a map the address must drop the country here.
    if (!map) write(worldBounds);
  }, [goTo, map, write]);
  return { view, map, attach, moved, openCountry, leave };
}

const isSameView = (a: ExplorerView, b: ExplorerView): boolean => a.zoom === b.zoom && isSameBounds(a.bounds ?? undefined, b.bounds ?? undefined);

/** The country whose stories alone are shown; null for the world, and until it is known. A link that says no more than the country leads to its part of the map. */
export function useCountryInAddress({ search: { country, bounds } }: HomeAddress, { openCountry }: Explorer): CountryInView | null {
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

/** spec 9: the bounds in the address follow the map at most once a second. */
const interval = 1_000;

/** Changes to the address after a move of the map. */
interface Written {
  bounds: MapBounds;
  /** Country that the move closed; a country opened since stays. */
  left: string | undefined;
}

/** Writes bounds into the address without a new entry in the history, and tells of bounds that came from elsewhere; undefined is the world. */
function useAddressBounds(
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

import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { boundsAround } from '../../lib/bounds.ts';
import { fitTo } from '../../map/camera.ts';
import { previewStops } from './home.query.ts';
import { isLeaving } from './leaving.ts';
import { debounced } from './throttle.ts';

/** A pointer that only passes over a card asks for nothing, milliseconds. */
const passing = 150;

export interface ShownItinerary {
  /** The itinerary whose stops have taken the place of the cards; null while there is none. */
  shownId: string | null;
  /** Stops to draw: of that itinerary, or of the one whose card is pointed at. */
  stops: readonly Stop[] | null;
  hint: (itineraryId: string | null) => void;
  show: (itineraryId: string) => void;
  hide: () => void;
}

/** The itinerary that `previewItineraryId` in the address names: hinted at by its card, or shown for longer. */
export function useShownItinerary(map: MapLibreMap | null): ShownItinerary {
  const { previewItineraryId, bounds } = useSearch({ from: '/' });
  const [shownId, setShownId] = useState(previewItineraryId ?? null);
  const { hint, name } = useNamedItinerary(shownId !== null);
  const { data } = useQuery({ ...previewStops(previewItineraryId ?? ''), enabled: previewItineraryId !== undefined });
  const stops = previewItineraryId === undefined ? null : (data?.items ?? null);
  // An address that brings its own bounds has said where to look.
  const fitted = useRef(bounds ? shownId : null);

  useEffect(() => {
    if (!map || !stops || shownId === null || previewItineraryId !== shownId || fitted.current === shownId) return;
    fitted.current = shownId;
    const around = boundsAround(stops.map(({ coordinates }) => coordinates));
    if (around) fitTo(map, around);
  }, [map, stops, shownId, previewItineraryId]);

  const show = useCallback(
    (id: string) => {
      setShownId(id);
      name(id);
    },
    [name],
  );
  const hide = useCallback(() => {
    setShownId(null);
    fitted.current = null;
    name(undefined);
  }, [name]);
  return { shownId, stops, hint, show, hide };
}

/** Writes the itinerary into the address, at once or when a pointer rests on its card. */
function useNamedItinerary(isHeld: boolean): { hint: (id: string | null) => void; name: (id: string | undefined) => void } {
  const navigate = useNavigate({ from: '/' });
  const write = useCallback(
    (id: string | undefined) => {
      if (isLeaving()) return;
      void navigate({ to: '.', search: (before) => ({ ...before, previewItineraryId: id }), replace: true, resetScroll: false });
    },
    [navigate],
  );
  const later = useMemo(() => debounced(write, passing), [write]);
  useEffect(() => later.cancel, [later]);
  const hint = useCallback((id: string | null) => (isHeld ? undefined : later(id ?? undefined)), [isHeld, later]);
  const name = useCallback(
    (id: string | undefined) => {
      later.cancel();
      write(id);
    },
    [later, write],
  );
  return { hint, name };
}

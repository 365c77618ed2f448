import { useQuery } from '@tanstack/react-query';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { fitToPoints } from '../../map/camera.ts';
import { previewStops } from './home.query.ts';
import type { HomeUrlState } from './home-address.ts';
import { debounced } from './throttle.ts';

/** Debounce of a hover: a pointer passing over a card sends no request, milliseconds. */
const passing = 150;

export interface ItineraryPreview {
  /** Stops to draw: of the opened itinerary, else of the hovered card. */
  stops: readonly Stop[] | null;
  hint: (itineraryId: string | null) => void;
  show: (itineraryId: string) => void;
  hide: () => void;
}

/** Preview of the itinerary of `previewItineraryId` in the URL, else of the hovered card. */
export function useItineraryPreview(map: MapLibreMap | null, { search, open, close }: HomeUrlState): ItineraryPreview {
  const { previewItineraryId, bounds } = search;
  const [hinted, setHinted] = useState<string | null>(null);
  const hint = useMemo(() => debounced(setHinted, passing), []);
  useEffect(() => hint.cancel, [hint]);
  const drawnId = previewItineraryId ?? hinted;
  const { data } = useQuery({ ...previewStops(drawnId ?? ''), enabled: drawnId !== null });
  const stops = useMemo(() => (drawnId === null ? null : (data?.items.filter(({ isLocated }) => isLocated) ?? null)), [drawnId, data]);
  // Bounds in the URL take precedence over fitting the route, also on Back and Forward.
  const toFit = useRef(bounds ? undefined : previewItineraryId);

  useEffect(() => {
    if (!map || !stops || !previewItineraryId || toFit.current !== previewItineraryId) return;
    toFit.current = undefined;
    fitToPoints(
      map,
      stops.map(({ coordinates: { longitude, latitude } }) => [longitude, latitude]),
    );
  }, [map, stops, previewItineraryId]);

  const show = useCallback(
    (id: string) => {
      hint.cancel();
      setHinted(null);
      toFit.current = id;
      open('previewItineraryId', id);
    },
    [hint, open],
  );
  const hide = useCallback(() => close('previewItineraryId'), [close]);
  return { stops, hint, show, hide };
}

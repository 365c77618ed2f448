import { useQuery } from '@tanstack/react-query';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { fitToPoints } from '../../map/camera.ts';
import { previewStops } from './home.query.ts';
import type { HomeAddress } from './home-address.ts';
import { debounced } from './throttle.ts';

/** A pointer that only passes over a card asks for nothing, milliseconds. */
const passing = 150;

export interface ItineraryPreview {
  /** Stops to draw: of the itinerary whose stops have taken the place of the cards, or of the one whose card is pointed at. */
  stops: readonly Stop[] | null;
  hint: (itineraryId: string | null) => void;
  show: (itineraryId: string) => void;
  hide: () => void;
}

/** The itinerary that `previewItineraryId` in the address names, or that the pointer is on. */
export function useItineraryPreview(map: MapLibreMap | null, { search, open, close }: HomeAddress): ItineraryPreview {
  const { previewItineraryId, bounds } = search;
  const [hinted, setHinted] = useState<string | null>(null);
  const hint = useMemo(() => debounced(setHinted, passing), []);
  useEffect(() => hint.cancel, [hint]);
  const drawnId = previewItineraryId ?? hinted;
  const { data } = useQuery({ ...previewStops(drawnId ?? ''), enabled: drawnId !== null });
  const stops = useMemo(() => (drawnId === null ? null : (data?.items.filter(({ isLocated }) => isLocated) ?? null)), [drawnId, data]);
  // An address that brings its own bounds has said where to look, also on the way back and forth.
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

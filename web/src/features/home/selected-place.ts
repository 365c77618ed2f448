import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flyToPlace } from '../../map/camera.ts';
import type { HomeAddress } from './home-address.ts';
import type { SelectedPlace } from './stop-selection.ts';

export interface PlaceSelection {
  /** Place whose sheet is open, as the address has it. */
  placeId: string | undefined;
  /** Where it is, once that is known. */
  selectedPlace: SelectedPlace | null;
  pick: (place: SelectedPlace) => void;
  /** The sheet has found out where its place is. */
  locate: (coordinates: Coordinates) => void;
  close: () => void;
}

/** The place whose sheet is open. A link that says no more than the place leads there; `panel` pixels at the right are covered by the sheet. */
export function usePlaceSelection({ search: { place, bounds }, open, close }: HomeAddress, map: MapLibreMap | null, panel: number): PlaceSelection {
  const [located, setLocated] = useState<SelectedPlace | null>(null);
  const toFly = useRef(bounds ? undefined : place);
  const pick = useCallback(
    (next: SelectedPlace) => {
      setLocated(next);
      open('place', next.placeId);
    },
    [open],
  );
  const locate = useCallback(
    (coordinates: Coordinates) =>
      setLocated((current) => (place === undefined || current?.placeId === place ? current : { placeId: place, coordinates })),
    [place],
  );
  useEffect(() => {
    if (!map || !located || toFly.current !== located.placeId) return;
    toFly.current = undefined;
    flyToPlace(map, located.coordinates, panel);
  }, [map, located, panel]);
  return {
    placeId: place,
    selectedPlace: located?.placeId === place ? located : null,
    pick,
    locate,
    close: useCallback(() => close('place'), [close]),
  };
}

import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flyToPlace } from '../../map/camera.ts';
import type { HomeAddress } from './home-address.ts';
import type { PickedPlace as Picked } from './stop-picking.ts';

export interface PickedPlace {
  /** Place whose sheet is open, as the address has it. */
  placeId: string | undefined;
  /** Where it is, once that is known. */
  picked: Picked | null;
  pick: (place: Picked) => void;
  /** The sheet has found out where its place is. */
  locate: (coordinates: Coordinates) => void;
  close: () => void;
}

/** The place whose sheet is open. A link that says no more than the place leads there; `panel` pixels at the right are covered by the sheet. */
export function usePickedPlace({ search: { place, bounds }, open, close }: HomeAddress, map: MapLibreMap | null, panel: number): PickedPlace {
  const [located, setLocated] = useState<Picked | null>(null);
  const toFly = useRef(bounds ? undefined : place);
  const pick = useCallback(
    (next: Picked) => {
      setLocated(next);
      open('place', next.placeId);
    },
    [open],
  );
  const locate = useCallback(
    (coordinates: Coordinates) => setLocated((known) => (place === undefined || known?.placeId === place ? known : { placeId: place, coordinates })),
    [place],
  );
  useEffect(() => {
    if (!map || !located || toFly.current !== located.placeId) return;
    toFly.current = undefined;
    flyToPlace(map, located.coordinates, panel);
  }, [map, located, panel]);
  return { placeId: place, picked: located?.placeId === place ? located : null, pick, locate, close: useCallback(() => close('place'), [close]) };
}

import type { Map as MapLibreMap, Point } from 'maplibre-gl';
import { useEffect } from 'react';
import { featuresAround, listenToPointer } from '../map-pointer.ts';
import { nearestToStops, showBounds } from '../story/use-day-camera.ts';
import { meantBy, type VisitedSpot } from './visited-spots.ts';

/** The clickable layer. */
export const spotsLayer = 'visited-spots';

/** Tolerance for fingers, pixels. */
const slack = 8;

/** Distinct ids of the spots at a point. */
const idsAt = (map: MapLibreMap, point: Point): Set<unknown> =>
  new Set(featuresAround(map, [spotsLayer], point, slack).map(({ properties }) => properties.id));

interface SpotPress {
  spots: readonly VisitedSpot[];
  onOpen: (spot: VisitedSpot) => void;
  onPoint: (id: string | null) => void;
}

/** Hovering a spot names it; a press opens it, or zooms in when several overlap. */
export function useSpotPress(map: MapLibreMap | null, { spots, onOpen, onPoint }: SpotPress): void {
  useEffect(() => {
    if (!map) return;
    const under = (point: Point): VisitedSpot[] => {
      const ids = idsAt(map, point);
      return ids.size > 0 ? spots.filter(({ id }) => ids.has(id)) : [];
    };
    const point = (spot: VisitedSpot | undefined): void => {
      map.getCanvas().style.cursor = spot ? 'pointer' : '';
      onPoint(spot?.id ?? null);
    };
    return listenToPointer(map, {
      point: (at) => point(at ? under(at)[0] : undefined),
      press: ({ point: at }) => {
        const meant = meantBy(under(at), map.getZoom() >= nearestToStops);
        if (meant && 'open' in meant) onOpen(meant.open);
        else if (meant) showBounds(map, meant.show);
      },
    });
  }, [map, spots, onOpen, onPoint]);
}

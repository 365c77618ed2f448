import type { Map as MapLibreMap, MapMouseEvent, Point } from 'maplibre-gl';
import { useEffect } from 'react';
import { nearestToStops, showBounds } from '../story/use-day-camera.ts';
import { meantBy, type VisitedSpot } from './visited-spots.ts';

/** Layer that answers to a press. */
export const spotsLayer = 'visited-spots';

/** A finger is wider than a dot, pixels. */
const slack = 8;

/** Ids of the spots at a point of the map, each once. */
function idsAt(map: MapLibreMap, { x, y }: Point): Set<unknown> {
  if (!map.getLayer(spotsLayer)) return new Set();
  const box: [[number, number], [number, number]] = [
    [x - slack, y - slack],
    [x + slack, y + slack],
  ];
  return new Set(map.queryRenderedFeatures(box, { layers: [spotsLayer] }).map(({ properties }) => properties.id));
}

interface SpotPress {
  spots: readonly VisitedSpot[];
  onOpen: (spot: VisitedSpot) => void;
  onPoint: (id: string | null) => void;
}

/** Pointing at a spot names it, a press opens it, or comes closer where several lie below it. */
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
    const move = ({ point: at }: MapMouseEvent): void => {
      // Looking for what is under the pointer costs frames that a moving map needs.
      if (!map.isMoving()) point(under(at)[0]);
    };
    const leave = (): void => point(undefined);
    const press = ({ point: at }: MapMouseEvent): void => {
      const meant = meantBy(under(at), map.getZoom() >= nearestToStops);
      if (meant && 'open' in meant) onOpen(meant.open);
      else if (meant) showBounds(map, meant.show);
    };
    map.on('mousemove', move);
    map.on('mouseout', leave);
    map.on('click', press);
    return () => {
      map.off('mousemove', move);
      map.off('mouseout', leave);
      map.off('click', press);
    };
  }, [map, spots, onOpen, onPoint]);
}

import { IconButton } from '@waystory/ui/button.tsx';
import { EmptyState } from '@waystory/ui/state-panel.tsx';
import { useTheme } from '@waystory/ui/theme.ts';
import { Maximize } from 'lucide-react';
import type { Map as MapLibreMap, Point } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Layer, Source } from 'react-map-gl/maplibre';
import { initialViewOf } from '../../lib/bounds.ts';
import { isInView } from '../in-view.ts';
import { featuresAround, listenToPointer } from '../map-pointer.ts';
import { MapView } from '../map-view.tsx';
import { MarkerKeys, MarkerLabel } from '../marker-keys.tsx';
import { inReadingOrder } from '../marker-steps.ts';
import { showBounds, stopsMaxZoom } from '../story/use-day-camera.ts';
import { ZoomButtons } from '../zoom-buttons.tsx';
import { boundsOfSpots, spotPoints, spotPressEffect, type VisitedSpot } from './visited-spots.ts';

/** Id of the clickable layer. */
const spotsLayer = 'visited-spots';

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

/** Shows the name of a hovered spot. A press opens the spot, or zooms in when several overlap. */
function useSpotPress(map: MapLibreMap | null, { spots, onOpen, onPoint }: SpotPress): void {
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
        const meant = spotPressEffect(under(at), map.getZoom() >= stopsMaxZoom);
        if (meant && 'open' in meant) onOpen(meant.open);
        else if (meant) showBounds(map, meant.show);
      },
    });
  }, [map, spots, onOpen, onPoint]);
}

/** Accent and surface colours of `ui/tokens.css`, which map layers cannot read. */
const inks = { light: { dot: '#c5392f', edge: '#fffdf9' }, dark: { dot: '#ff8b7b', edge: '#131d2f' } } as const;

interface VisitedMapProps {
  spots: readonly VisitedSpot[];
  label: string;
  onOpen: (spot: VisitedSpot) => void;
}

/** Visited spots on a map that leaves scrolling to the page. */
export function VisitedMap({ spots, label, onOpen }: VisitedMapProps) {
  const { t } = useTranslation('map');
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const [isUnsupported, setUnsupported] = useState(false);
  const [pointedId, point] = useState<string | null>(null);
  const bounds = useMemo(() => boundsOfSpots(spots), [spots]);
  useSpotPress(map, { spots, onOpen, onPoint: point });
  const begin = useCallback((mapInstance: MapLibreMap) => void (bounds && showBounds(mapInstance, bounds, 0)), [bounds]);
  const unsupported = useCallback(() => setUnsupported(true), []);
  const markersOf = useCallback(
    (mapInstance: MapLibreMap) =>
      inReadingOrder(
        spots.filter(({ at }) => isInView(mapInstance, at)),
        (at) => mapInstance.project(at),
      ),
    [spots],
  );
  if (isUnsupported) return <EmptyState className="h-full justify-center" icon={<Maximize />} title={label} text={t('visited.unavailable')} />;
  const pointed = spots.find(({ id }) => id === pointedId);
  return (
    <>
      <MapView
        isInPage
        initialView={initialViewOf(bounds ?? undefined)}
        kind="street"
        label={label}
        onBegin={begin}
        onReady={setMap}
        onUnsupported={unsupported}
      >
        <SpotLayer spots={spots} />
        {pointed && <MarkerLabel at={pointed.at} name={pointed.title} />}
        <MarkerKeys markersOf={markersOf} nameOf={({ title }) => title} onOpen={onOpen} onPoint={point} />
      </MapView>
      {map && (
        <ZoomButtons map={map}>
          <IconButton
            icon={<Maximize />}
            label={t('visited.whole')}
            side="left"
            size="sm"
            variant="floating"
            onClick={() => bounds && showBounds(map, bounds)}
          />
        </ZoomButtons>
      )}
    </>
  );
}

function SpotLayer({ spots }: Pick<VisitedMapProps, 'spots'>) {
  const { dot, edge } = inks[useTheme().resolved];
  const data = useMemo(() => spotPoints(spots), [spots]);
  return (
    <Source id={spotsLayer} type="geojson" data={data}>
      <Layer
        id={spotsLayer}
        type="circle"
        paint={{
          'circle-color': dot,
          'circle-radius': ['interpolate', ['linear'], ['zoom'], 1, 4.5, 6, 6.5, 12, 9],
          'circle-stroke-color': edge,
          'circle-stroke-width': 1.5,
        }}
      />
    </Source>
  );
}

import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { useTheme } from '@waystory/ui/theme.ts';
import type { FeatureCollection, Point } from 'geojson';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Layer, Source } from 'react-map-gl/maplibre';
import type { CameraView } from '../../lib/bounds.ts';
import type { MapKind } from '../../map/map-kind.ts';
import { MapView } from '../../map/map-view.tsx';
import { MarkerKeys } from '../../map/marker-keys.tsx';
import { ItineraryLine } from './itinerary-line.tsx';
import { StopLayers } from './stop-layers.tsx';
import { listenForPicks, type SelectedPlace, type StopMarker, visibleStops } from './stop-selection.ts';

const pointAt = (at: Coordinates | null): FeatureCollection<Point> => ({
  type: 'FeatureCollection',
  features: at ? [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [at.longitude, at.latitude] } }] : [],
});

interface MarkedPointsProps {
  selectedPoint: Coordinates | null;
  position: Coordinates | null;
  /** The basemap is dark. */
  isDark: boolean;
}

/** Marks the place with an open sheet by a ring, and the position of the device by a dot. */
const MarkedPoints = memo(function MarkedPoints({ selectedPoint, position, isDark }: MarkedPointsProps) {
  const ring = useMemo(() => pointAt(selectedPoint), [selectedPoint]);
  const dot = useMemo(() => pointAt(position), [position]);
  return (
    <>
      <Source id="picked-place" type="geojson" data={ring}>
        <Layer
          id="picked-ring"
          type="circle"
          paint={{ 'circle-radius': 17, 'circle-opacity': 0, 'circle-stroke-color': isDark ? '#ffffff' : '#14203a', 'circle-stroke-width': 3.5 }}
        />
      </Source>
      <Source id="own-position" type="geojson" data={dot}>
        <Layer id="own-glow" type="circle" paint={{ 'circle-radius': 20, 'circle-color': '#2f7de1', 'circle-opacity': 0.22 }} />
        <Layer
          id="own-dot"
          type="circle"
          paint={{ 'circle-radius': 7, 'circle-color': '#2f7de1', 'circle-stroke-color': '#ffffff', 'circle-stroke-width': 3 }}
        />
      </Source>
    </>
  );
});

export interface HomeMapProps {
  initialView: CameraView;
  kind: MapKind;
  /** The street map is drawn on the globe, because it replaces the satellite map at high zoom levels. */
  isGlobe: boolean;
  /** Height covered at the upper edge, pixels. */
  coveredTop: number;
  /** Height of the cards over the lower edge, pixels. */
  covered: number;
  stops: readonly Stop[] | null;
  selectedPlace: SelectedPlace | null;
  /** Position of the device, after the user asked for it. */
  position: Coordinates | null;
  onReady: (map: MapLibreMap) => void;
  onUnsupported: () => void;
  onMoveEnd: (map: MapLibreMap, event: object) => void;
  onPick: (place: SelectedPlace) => void;
}

/** Map of all public stops. It does not render during a move of the map. */
export const HomeMap = memo(function HomeMap(props: HomeMapProps) {
  const { initialView, kind, isGlobe, coveredTop, covered, stops, selectedPlace, position, onReady, onUnsupported, onMoveEnd, onPick } = props;
  const { t, i18n } = useTranslation('home');
  const { resolved } = useTheme();
  const isDark = kind === 'satellite' || resolved === 'dark';
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const padding = useMemo(() => ({ top: coveredTop, bottom: covered }), [coveredTop, covered]);
  const ready = useCallback(
    (loaded: MapLibreMap) => {
      setMap(loaded);
      onReady(loaded);
    },
    [onReady],
  );
  useEffect(() => (map ? listenForPicks(map, onPick) : undefined), [map, onPick]);
  const nameOf = ({ title, stopCount, at }: StopMarker): string => {
    if (title !== null) return title;
    const degrees = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
    return t('cluster', { count: stopCount, longitude: degrees.format(at[0]), latitude: degrees.format(at[1]) });
  };
  return (
    <MapView
      initialView={initialView}
      kind={kind}
      isGlobe={isGlobe}
      hasStreetHint
      label={t('mapLabel')}
      padding={padding}
      onReady={ready}
      onUnsupported={onUnsupported}
      onMoveEnd={onMoveEnd}
    >
      <StopLayers faded={stops !== null && stops.length > 0} isDark={isDark} />
      {stops && <ItineraryLine stops={stops} />}
      <MarkerKeys markersOf={visibleStops} nameOf={nameOf} onOpen={(marker) => map && marker.open(map, onPick)} />
      <MarkedPoints isDark={isDark} selectedPoint={selectedPlace?.coordinates ?? null} position={position} />
    </MapView>
  );
});

import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { useTheme } from '@waystory/ui/theme.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CameraView } from '../../lib/bounds.ts';
import type { MapKind } from '../../map/map-kind.ts';
import { MapView } from '../../map/map-view.tsx';
import { MarkerKeys } from '../../map/marker-keys.tsx';
import { ItineraryLine } from './itinerary-line.tsx';
import { MarkedPoints } from './marked-points.tsx';
import { StopLayers } from './stop-layers.tsx';
import { listenForPicks, type SelectedPlace, type StopMarker, visibleStops } from './stop-selection.ts';

export interface HomeMapProps {
  initialView: CameraView;
  kind: MapKind;
  /** The drawn map stands in for the picture from space. */
  isGlobe: boolean;
  /** Height of what covers the upper edge, pixels. */
  coveredTop: number;
  /** Height of the cards over the lower edge, pixels. */
  covered: number;
  stops: readonly Stop[] | null;
  selectedPlace: SelectedPlace | null;
  /** Where the device is, when somebody asked. */
  position: Coordinates | null;
  onReady: (map: MapLibreMap) => void;
  onUnsupported: () => void;
  onMoveEnd: (map: MapLibreMap, event: object) => void;
  onPick: (place: SelectedPlace) => void;
}

/** The map of all public stops. Nothing in here renders while it moves. */
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

import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { IconButton } from '@waystory/ui/button.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import type { FeatureCollection } from 'geojson';
import { LocateFixed, MapPinPlus } from 'lucide-react';
import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Layer, Source } from 'react-map-gl/maplibre';
import { routeOver } from '../../../lib/great-circle.ts';
import { isInView } from '../../../map/in-view.ts';
import { locate } from '../../../map/location.ts';
import { mapFont } from '../../../map/map-font.ts';
import { MapView } from '../../../map/map-view.tsx';
import { ZoomButtons } from '../../../map/zoom-buttons.tsx';
import { Pin } from './pin.tsx';
import { pinPoint } from './pin-steps.ts';
import { initialPinView, zoomForChosenPlace } from './pin-view.ts';

/** Zoom buttons, and two ways to place the pin without a pointer. */
function MapButtons({ map, onPut }: { map: MapLibreMap; onPut: (at: Coordinates) => void }) {
  const { t } = useTranslation('stop-form');
  const [isLocating, setLocating] = useState(false);
  const findMe = async (): Promise<void> => {
    setLocating(true);
    const position = await locate();
    setLocating(false);
    if (typeof position === 'string') toast.error(t(`pin.locate.${position}`));
    else onPut(position);
  };
  const putInMiddle = (): void => {
    const { lat, lng } = map.getCenter();
    onPut({ latitude: lat, longitude: lng });
  };
  return (
    <ZoomButtons map={map}>
      <IconButton
        icon={<LocateFixed />}
        label={t('pin.here')}
        side="left"
        size="sm"
        variant="floating"
        loading={isLocating}
        onClick={() => void findMe()}
      />
      <IconButton icon={<MapPinPlus />} label={t('pin.putInMiddle')} side="left" size="sm" variant="floating" onClick={putInMiddle} />
    </ZoomButtons>
  );
}

export interface PinCanvasProps {
  /** Null while there is no pin. */
  value: Coordinates | null;
  onChange: (at: Coordinates) => void;
  /** Name of the place at the pin. */
  label: string;
  /** The day's other stops. */
  stops: readonly DayStop[];
  /** Colour of the day. */
  color: string;
  /** Points in the initial viewport before a pin exists. */
  around: readonly Coordinates[];
  onUnsupported: () => void;
}

/** Map with the pin; loaded on demand, apart from the form. */
export function PinCanvas({ value, onChange, label, stops, color, around, onUnsupported }: PinCanvasProps) {
  const { t } = useTranslation('stop-form');
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const pin = useRef<HTMLButtonElement>(null);
  // Initial view only, because the map owns its camera afterwards.
  const [begin] = useState(() => initialPinView(value, around));
  useClicks(map, onChange);
  useSight(map, value);
  const ready = useCallback((mapInstance: MapLibreMap) => setMap(mapInstance), []);
  const put = (at: Coordinates): void => {
    onChange(pinPoint(at));
    requestAnimationFrame(() => pin.current?.focus());
  };
  return (
    <>
      <MapView initialView={begin} kind="street" label={t('pin.map')} onReady={ready} onUnsupported={onUnsupported}>
        <DayStopsLayer stops={stops} color={color} />
        {value && <Pin ref={pin} at={value} label={label} onMove={onChange} />}
      </MapView>
      {map && <MapButtons map={map} onPut={put} />}
    </>
  );
}

/** A click or a tap puts the pin. */
function useClicks(map: MapLibreMap | null, onChange: (at: Coordinates) => void): void {
  useEffect(() => {
    if (!map) return;
    const put = ({ lngLat, originalEvent }: MapMouseEvent): void => {
      // A press on the pin bubbles up to the map too.
      if (originalEvent.target instanceof Element && originalEvent.target.closest('[data-pin]')) return;
      onChange(pinPoint({ latitude: lngLat.lat, longitude: lngLat.lng }));
    };
    map.on('click', put);
    map.getCanvas().style.cursor = 'crosshair';
    return () => {
      map.off('click', put);
      map.getCanvas().style.cursor = '';
    };
  }, [map, onChange]);
}

/** Moves the camera to a pin outside the viewport. While the map shows the wide world, it also zooms in. */
function useSight(map: MapLibreMap | null, value: Coordinates | null): void {
  const { longitude = null, latitude = null } = value ?? {};
  useEffect(() => {
    if (!map || longitude === null || latitude === null) return;
    const at: [number, number] = [longitude, latitude];
    const zoom = zoomForChosenPlace(map.getZoom());
    if (zoom === map.getZoom() && isInView(map, at)) return;
    map.flyTo({ center: at, zoom });
  }, [map, longitude, latitude]);
}

/** A stop of the same day, for orientation. */
interface DayStop {
  id: string;
  title: string;
  coordinates: Coordinates;
}

/** The day's other stops and their route, small and behind the pin. */
const DayStopsLayer = memo(function DayStopsLayer({ stops, color }: { stops: readonly DayStop[]; color: string }) {
  const data = useMemo(() => collectionOf(stops), [stops]);
  return (
    <Source id="day-stops" type="geojson" data={data}>
      <Layer
        id="day-way"
        type="line"
        filter={['==', ['geometry-type'], 'LineString']}
        layout={{ 'line-join': 'round', 'line-cap': 'round' }}
        paint={{ 'line-color': color, 'line-width': 2.5, 'line-opacity': 0.6, 'line-dasharray': [0.1, 2] }}
      />
      <Layer
        id="day-points"
        type="circle"
        filter={['==', ['geometry-type'], 'Point']}
        paint={{ 'circle-radius': 7, 'circle-color': color, 'circle-stroke-color': '#fff', 'circle-stroke-width': 2 }}
      />
      <Layer
        id="day-names"
        type="symbol"
        filter={['==', ['geometry-type'], 'Point']}
        layout={{
          'text-field': ['get', 'title'],
          'text-font': mapFont,
          'text-size': 11,
          'text-offset': [0, 1],
          'text-anchor': 'top',
          'text-max-width': 9,
        }}
        paint={{ 'text-color': '#26303f', 'text-halo-color': 'rgba(255,255,255,0.9)', 'text-halo-width': 1.5 }}
      />
    </Source>
  );
});

function collectionOf(stops: readonly DayStop[]): FeatureCollection {
  const points = stops.map(({ title, coordinates: { latitude, longitude } }) => ({
    type: 'Feature' as const,
    properties: { title },
    geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
  }));
  const way = {
    type: 'Feature' as const,
    properties: {},
    geometry: { type: 'LineString' as const, coordinates: routeOver(stops.map(({ coordinates }) => coordinates)) },
  };
  return { type: 'FeatureCollection', features: stops.length > 1 ? [way, ...points] : points };
}

import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { IconButton } from '@waystory/ui/icon-button.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { LocateFixed, MapPinPlus } from 'lucide-react';
import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isInView } from '../../../map/in-view.ts';
import { locate } from '../../../map/location.ts';
import { MapView } from '../../../map/map-view.tsx';
import { ZoomButtons } from '../../../map/zoom-buttons.tsx';
import { type DayStop, DayStopsLayer } from './day-stops-layer.tsx';
import { Pin } from './pin.tsx';
import { pinPoint } from './pin-steps.ts';
import { firstView, zoomFor } from './pin-view.ts';

interface MapButtonsProps {
  map: MapLibreMap;
  onPut: (at: Coordinates) => void;
}

/** Zoom buttons, and two ways to place the pin without a pointer. */
function MapButtons({ map, onPut }: MapButtonsProps) {
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
      <IconButton label={t('pin.here')} side="left" size="sm" variant="floating" loading={isLocating} onClick={() => void findMe()}>
        <LocateFixed aria-hidden="true" />
      </IconButton>
      <IconButton label={t('pin.putInMiddle')} side="left" size="sm" variant="floating" onClick={putInMiddle}>
        <MapPinPlus aria-hidden="true" />
      </IconButton>
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

/** The map itself; loaded apart from the form. */
export function PinCanvas({ value, onChange, label, stops, color, around, onUnsupported }: PinCanvasProps) {
  const { t } = useTranslation('stop-form');
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const pin = useRef<HTMLButtonElement>(null);
  // The initial view only: later moves belong to the map.
  const [begin] = useState(() => firstView(value, around));
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

/** Brings a pin that was put from elsewhere, by a search or typed coordinates, into sight. */
function useSight(map: MapLibreMap | null, value: Coordinates | null): void {
  const { longitude = null, latitude = null } = value ?? {};
  useEffect(() => {
    if (!map || longitude === null || latitude === null) return;
    const at: [number, number] = [longitude, latitude];
    const zoom = zoomFor(map.getZoom());
    if (zoom === map.getZoom() && isInView(map, at)) return;
    map.flyTo({ center: at, zoom });
  }, [map, longitude, latitude]);
}

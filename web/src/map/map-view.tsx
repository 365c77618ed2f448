import 'maplibre-gl/dist/maplibre-gl.css';
import './map-view.css';
import { useConfig } from '@waystory/client/config-context.tsx';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { X } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import * as maplibregl from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErrorEvent, Map as MapCanvas, type MapEvent, type MapRef } from 'react-map-gl/maplibre';
import type { CameraView } from '../lib/bounds.ts';
import type { MapKind } from './map-kind.ts';
import { cityZoom, dismissStreetHint, isStreetHintDue } from './street-hint.ts';
import { useMapStyle } from './use-map-style.ts';
import { canDrawMap } from './web-gl.ts';

// MapLibre expects the worker file beside its own script, but the bundler has moved it.
maplibregl.setWorkerUrl(workerUrl);
// The worker starts while the page mounts the map.
maplibregl.prewarm();

/** North up, without tilt. */
const flatFromAbove = { mapLib: maplibregl, attributionControl: { compact: true }, dragRotate: false, touchPitch: false, maxPitch: 0 } as const;

const isSamePadding = (a: maplibregl.PaddingOptions, b: maplibregl.PaddingOptions): boolean =>
  a.top === b.top && a.right === b.right && a.bottom === b.bottom && a.left === b.left;

export interface MapViewProps {
  /** Initial camera, because the map owns its camera afterwards. */
  initialView: CameraView;
  kind: MapKind;
  /** Shows the street map on the globe, in place of the satellite map at high zoom levels. */
  isGlobe?: boolean;
  /** Accessible name of the map. */
  label: string;
  /** Covered pixels at the edges; the centre lies in the rest. */
  padding?: Partial<maplibregl.PaddingOptions>;
  /** Sets the camera before the first request, when the view depends on the map's size. */
  onBegin?: (map: maplibregl.Map) => void;
  /** Called when the style is loaded and sources can be added. */
  onReady?: (map: maplibregl.Map) => void;
  /** Called once instead of `onReady` when nothing can be drawn. */
  onUnsupported?: () => void;
  /** Called at the end of each move. */
  onMoveEnd?: (map: maplibregl.Map, event: object) => void;
  /** Shows administrators a hint how to add streets, once per visit, from the zoom level of a city on. */
  hasStreetHint?: boolean;
  /** The page scrolls over the map: it pans with two fingers and zooms with a modifier key. */
  isInPage?: boolean;
  /** `Source`, `Layer` and other parts of react-map-gl. */
  children?: ReactNode;
  className?: string;
}

const noPadding: Partial<maplibregl.PaddingOptions> = {};
/** Padding of all sides, because MapLibre keeps the value of a missing side. */
const allSides = (padding: Partial<maplibregl.PaddingOptions>): maplibregl.PaddingOptions => ({ top: 0, right: 0, bottom: 0, left: 0, ...padding });

/** The map: built-in or by the configured provider, in the page's theme, with credits. */
export function MapView({
  initialView,
  kind,
  label,
  padding = noPadding,
  onBegin,
  onReady,
  onUnsupported,
  onMoveEnd,
  isGlobe = false,
  hasStreetHint = false,
  isInPage = false,
  children,
  className,
}: MapViewProps) {
  const { style, provider, percent } = useMapStyle(kind, isGlobe);
  const [map, setMap] = useState<maplibregl.Map | null>(null);
  const locale = useMapLocale(label);
  const isSupported = canDrawMap();
  const isByStreets = useConfig().openServices.some(({ thing }) => thing === 'ways');
  const isAdmin = useAuth().person?.roles.includes('admin') ?? false;
  // Initial values; later changes arrive through the padding effect.
  const begin = useRef({ ...initialView, padding: allSides(padding) });
  const firstAim = useRef(onBegin);
  const aim = useCallback((made: MapRef | null): void => {
    if (made) firstAim.current?.(made.getMap());
  }, []);
  usePadding(map, padding);
  useEffect(() => {
    if (!isSupported) onUnsupported?.();
  }, [isSupported, onUnsupported]);
  const load = ({ target }: MapEvent): void => {
    prepare(target);
    setMap(target);
    onReady?.(target);
  };
  // An error without a target means that the browser gave no drawing context.
  const fail = ({ target, error }: ErrorEvent): void => (target ? console.warn('The map lacks something', error) : onUnsupported?.());
  if (!isSupported || !style) return null;
  return (
    <div
      data-ready={map !== null}
      className={cn('map-view absolute inset-0 isolate transition-opacity duration-700 ease-out', !map && 'opacity-0', className)}
    >
      <MapCanvas
        ref={aim}
        mapStyle={style}
        initialViewState={begin.current}
        locale={locale}
        {...flatFromAbove}
        cooperativeGestures={isInPage}
        {...(isByStreets && { attributionControl: streetCredit })}
        onLoad={load}
        onError={fail}
        onMoveEnd={(event) => onMoveEnd?.(event.target, event)}
      >
        {children}
      </MapCanvas>
      <MapNotes map={map} percent={percent} isHintWanted={hasStreetHint && isAdmin && provider === 'built-in'} />
    </div>
  );
}

function usePadding(map: maplibregl.Map | null, padding: Partial<maplibregl.PaddingOptions>): void {
  useEffect(() => {
    // Setting an equal padding would end a flight.
    if (map && !isSamePadding(map.getPadding(), allSides(padding))) map.setPadding(allSides(padding));
  }, [map, padding]);
}

/** Credit for street routes, on any map. */
const streetCredit = { customAttribution: '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>' };

/** Credits are unfolded on maps at least this wide, pixels. */
const roomForCredits = 640;

function prepare(map: maplibregl.Map): void {
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  foldCredits(map);
  tellRest(map);
}

/** Sets `data-idle` on the map's frame, because end-to-end tests wait for it. */
function tellRest(map: maplibregl.Map): void {
  const frame = map.getContainer().closest<HTMLElement>('.map-view');
  const tell = (idle: 'true' | 'false') => (): void => {
    if (frame && frame.dataset.idle !== idle) frame.dataset.idle = idle;
  };
  // A requested flight is no idle state, even before its first frame.
  map.on('movestart', tell('false'));
  map.on('render', tell('false'));
  map.on('idle', tell('true'));
}

function foldCredits(map: maplibregl.Map): void {
  const credits = map.getContainer().querySelector('.maplibregl-ctrl-attrib');
  if (map.getContainer().clientWidth >= roomForCredits) return;
  credits?.classList.remove('maplibregl-compact-show');
  credits?.removeAttribute('open');
}

/** Texts of MapLibre's own controls. */
function useMapLocale(label: string): Record<string, string> {
  const { t } = useTranslation('map');
  return useMemo(
    () => ({
      'Map.Title': label,
      'AttributionControl.ToggleAttribution': t('credits'),
      'CooperativeGesturesHandler.WindowsHelpText': t('inPage.windows'),
      'CooperativeGesturesHandler.MacHelpText': t('inPage.mac'),
      'CooperativeGesturesHandler.MobileHelpText': t('inPage.mobile'),
    }),
    [label, t],
  );
}

const noteStyles = 'glass pointer-events-auto animate-fade-in text-caption text-ink shadow-float';

interface MapNotesProps {
  map: MapLibreMap | null;
  /** Progress of the built-in map; null when complete. */
  percent: number | null;
  /** The page allows the hint, and the map has no streets. */
  isHintWanted: boolean;
}

/** Notes at the upper edge: the built-in map is still being built, or has no streets here. */
function MapNotes({ map, percent, isHintWanted }: MapNotesProps) {
  const { t } = useTranslation('map');
  const [isHinted, setHinted] = useStreetHint(map, isHintWanted);
  const dismiss = (): void => {
    dismissStreetHint();
    setHinted(false);
  };
  return (
    <div
      role="status"
      className="pointer-events-none absolute top-[calc(0.75rem+var(--map-covered-top,0px))] right-[var(--map-notes-right,4.25rem)] left-3 z-strip flex flex-col items-start gap-2"
    >
      {percent !== null && <p className={cn(noteStyles, 'rounded-full px-4 py-1.5 tabular-nums')}>{t('drawing', { percent })}</p>}
      {isHinted && (
        <div className={cn(noteStyles, 'flex max-w-lg items-center gap-2 rounded-control py-1 pr-1 pl-4')}>
          <p className="text-pretty py-1">{t('streetHint')}</p>
          <Button icon={<X />} variant="quiet" size="icon-sm" aria-label={t('dismiss')} onClick={dismiss} />
        </div>
      )}
    </div>
  );
}

function useStreetHint(map: MapLibreMap | null, isHintWanted: boolean): [boolean, (hinted: boolean) => void] {
  const [isHinted, setHinted] = useState(false);
  useEffect(() => {
    if (!map || !isHintWanted) return;
    const look = (): void => {
      const zoom = map.getZoom();
      if (isStreetHintDue(zoom)) setHinted(true);
      else if (zoom < cityZoom) setHinted(false);
    };
    look();
    map.on('zoomend', look);
    return () => void map.off('zoomend', look);
  }, [map, isHintWanted]);
  return [isHinted, setHinted];
}

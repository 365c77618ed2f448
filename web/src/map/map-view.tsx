import 'maplibre-gl/dist/maplibre-gl.css';
import './map-view.css';
import { useConfig } from '@waystory/client/config-context.tsx';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { cn } from '@waystory/ui/class-names.ts';
import * as maplibregl from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErrorEvent, Map as MapCanvas, type MapEvent, type MapRef } from 'react-map-gl/maplibre';
import type { CameraView } from '../lib/bounds.ts';
import type { MapKind } from './map-kind.ts';
import { MapNotes } from './map-notes.tsx';
import { useMapStyle } from './use-map-style.ts';
import { canDrawMap } from './web-gl.ts';

// MapLibre looks for its worker beside itself, where a bundler has not put it.
maplibregl.setWorkerUrl(workerUrl);
// It is started and read while the page puts the map up.
maplibregl.prewarm();

/** North is up, and one looks straight down. */
const flatFromAbove = { mapLib: maplibregl, attributionControl: { compact: true }, dragRotate: false, touchPitch: false, maxPitch: 0 } as const;

const isSamePadding = (a: maplibregl.PaddingOptions, b: maplibregl.PaddingOptions): boolean =>
  a.top === b.top && a.right === b.right && a.bottom === b.bottom && a.left === b.left;

export interface MapViewProps {
  /** Where the camera begins; later moves belong to the map. */
  initialView: CameraView;
  kind: MapKind;
  /** The drawn map stands in for the picture from space, and lies on the globe like that. */
  isGlobe?: boolean;
  /** What the map shows, for those who do not see it. */
  label: string;
  /** Pixels at the edges that something else covers; the centre lies in the middle of the rest. */
  padding?: Partial<maplibregl.PaddingOptions>;
  /** Turns the camera before anything is asked for, where the first view depends on the size of the map. */
  onBegin?: (map: maplibregl.Map) => void;
  /** The style is there and sources can be added. */
  onReady?: (map: maplibregl.Map) => void;
  /** Told once instead of `onReady` where nothing can be drawn. */
  onUnsupported?: () => void;
  /** Follows the end of each move, never the move itself. */
  onMoveEnd?: (map: maplibregl.Map, event: object) => void;
  /** Says once, close to a city, how streets are added to the built-in map; to administrators only, who can. */
  hasStreetHint?: boolean;
  /** One scrolls over it: it moves with two fingers, and zooms with a key held down. */
  isInPage?: boolean;
  /** `Source`, `Layer` and what else react-map-gl knows. */
  children?: ReactNode;
  className?: string;
}

const noPadding: Partial<maplibregl.PaddingOptions> = {};
/** All four sides: the map keeps what is not named. */
const allSides = (padding: Partial<maplibregl.PaddingOptions>): maplibregl.PaddingOptions => ({ top: 0, right: 0, bottom: 0, left: 0, ...padding });

/** The one map: the built-in world or the configured provider, in the theme of the page, with its credits. */
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
  // Told to the map when it begins; what comes later reaches it through the effect of the padding.
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
  // Without a target there is no map: the browser gave it no context to draw with.
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
    // To set what is set already would end a flight that has just begun.
    if (map && !isSamePadding(map.getPadding(), allSides(padding))) map.setPadding(allSides(padding));
  }, [map, padding]);
}

/** Ways over streets are drawn from it, whatever map is below them. */
const streetCredit = { customAttribution: '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>' };

/** The credits begin unfolded where there is room; below this width of the map, in pixels, one press away. */
const roomForCredits = 640;

function prepare(map: maplibregl.Map): void {
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  foldCredits(map);
  tellRest(map);
}

/** Whether the map is drawn and at rest, as `data-idle` of its frame: end-to-end tests wait for it. */
function tellRest(map: maplibregl.Map): void {
  const frame = map.getContainer().closest<HTMLElement>('.map-view');
  const tell = (idle: 'true' | 'false') => (): void => {
    if (frame && frame.dataset.idle !== idle) frame.dataset.idle = idle;
  };
  // A flight that was asked for is no rest, though its first frame is still to be drawn.
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

/** What MapLibre says by itself. */
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

import { cn } from '@waystory/ui/class-names.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Marker, useMap } from 'react-map-gl/maplibre';
import { indexAfterKey } from '../lib/list-keys.ts';
import { indexAfterChange, type MapMarker } from './marker-steps.ts';

export interface MarkerKeysProps<M extends MapMarker> {
  /** Visible markers in reading order; called while focused, whenever the map is idle. */
  markersOf: (map: MapLibreMap) => M[];
  nameOf: (marker: M) => string;
  onOpen: (marker: M) => void;
  /** Receives the id of the focused marker; null without one. Without this callback, the name of the marker appears above it. */
  onPoint?: (id: string | null) => void;
}

/** Keyboard and screen reader navigation between markers, as a child of the map. Only the focused marker and its neighbours are elements. */
export function MarkerKeys<M extends MapMarker>({ markersOf, nameOf, onOpen, onPoint }: MarkerKeysProps<M>) {
  const { t } = useTranslation('map');
  const map = useMap().current?.getMap() ?? null;
  const id = useId();
  const { markers, place, isFocused, setFocused, goTo } = useVisibleMarkers(map, markersOf);
  const marker = isFocused ? markers[place] : undefined;
  usePointed(marker?.id, onPoint);
  const press = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = indexAfterKey(event.key, place, markers.length);
    if (next !== null) goTo(next);
    else if (event.key === 'Escape') map?.getCanvas().focus();
    else if (event.key !== 'Enter' && event.key !== ' ') return;
    else if (marker) onOpen(marker);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div
        role="listbox"
        tabIndex={0}
        aria-label={t('markers.label')}
        aria-describedby={`${id}-keys`}
        aria-activedescendant={marker && `${id}-${marker.id}`}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onKeyDown={press}
        className="pointer-events-none absolute inset-0 outline-none focus-visible:shadow-[inset_0_0_0_3px_var(--focus)]"
      >
        <div className="sr-only">
          {markers.slice(Math.max(0, place - 1), place + 2).map((one) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys, a screen reader of a phone clicks
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
            <div
              key={one.id}
              id={`${id}-${one.id}`}
              role="option"
              aria-selected={one === marker}
              aria-posinset={markers.indexOf(one) + 1}
              aria-setsize={markers.length}
              onClick={() => onOpen(one)}
            >
              {nameOf(one)}
            </div>
          ))}
        </div>
      </div>
      <p id={`${id}-keys`} className={isFocused ? cn(keysStyles, 'animate-fade-in') : 'sr-only'}>
        {isFocused && markers.length === 0 ? t('markers.none') : t('markers.keys')}
      </p>
      {marker && <FocusRing at={marker.at} />}
      {marker && !onPoint && <MarkerLabel at={marker.at} name={nameOf(marker)} />}
    </>
  );
}

const keysStyles =
  'glass pointer-events-none absolute bottom-[calc(0.75rem+var(--map-covered-bottom,0px))] left-3 max-w-[calc(100%-1.5rem)] rounded-control px-3 py-1.5 text-caption text-ink shadow-float';

/** A white ring with dark edges, so that it contrasts with any map. */
const FocusRing = ({ at: [longitude, latitude] }: { at: MapMarker['at'] }) => (
  <Marker longitude={longitude} latitude={latitude} anchor="center" style={{ pointerEvents: 'none' }}>
    <span data-focus-ring className="block size-12 rounded-full border-[3px] border-white shadow-[0_0_0_3px_#14203a,inset_0_0_0_2px_#14203a]" />
  </Marker>
);

/** Visible markers while the list has the focus, and the focused marker. */
function useVisibleMarkers<M extends MapMarker>(map: MapLibreMap | null, markersOf: (map: MapLibreMap) => M[]) {
  const [isFocused, setFocused] = useState(false);
  const [{ markers, place }, setList] = useState<{ markers: M[]; place: number }>({ markers: [], place: 0 });
  useEffect(() => {
    if (!map || !isFocused) return;
    const look = (): void =>
      setList((before) => {
        const next = markersOf(map);
        return { markers: next, place: indexAfterChange(next, before.markers[before.place]) };
      });
    look();
    map.on('idle', look);
    return () => void map.off('idle', look);
  }, [map, isFocused, markersOf]);
  const goTo = (next: number): void => setList((before) => ({ ...before, place: next }));
  return { markers, place, isFocused, setFocused, goTo };
}

function usePointed(id: string | undefined, onPoint: ((id: string | null) => void) | undefined): void {
  useEffect(() => {
    if (!id || !onPoint) return;
    onPoint(id);
    return () => onPoint(null);
  }, [id, onPoint]);
}

/** The name above a marker. */
export const MarkerLabel = ({ at: [longitude, latitude], name }: { at: MapMarker['at']; name: string }) => (
  <Marker longitude={longitude} latitude={latitude} anchor="bottom" offset={[0, -26]} style={{ pointerEvents: 'none' }}>
    <span className="block max-w-60 truncate rounded-full bg-ink px-3.5 py-1.5 text-small font-semibold text-canvas shadow-float">{name}</span>
  </Marker>
);

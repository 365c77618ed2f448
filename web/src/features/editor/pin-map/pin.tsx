import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { cn } from '@waystory/ui/class-names.ts';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Marker, useMap } from 'react-map-gl/maplibre';
import { isInView } from '../../../map/in-view.ts';
import { movedByKey, pinPoint } from './pin-steps.ts';

interface PinProps {
  at: Coordinates;
  /** Cannot be moved. */
  isFixed?: boolean;
  /** Name of the place at the pin. */
  label: string;
  ref?: Ref<HTMLButtonElement>;
  onMove: (to: Coordinates) => void;
}

/** Pin of a place, which a pointer can drag and the arrow keys can move. */
export function Pin({ at, isFixed = false, label, ref, onMove }: PinProps) {
  const { t } = useTranslation('stop-form');
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current);
  useArrowKeys(button, at, isFixed, onMove);
  return (
    <Marker
      latitude={at.latitude}
      longitude={at.longitude}
      anchor="bottom"
      draggable={!isFixed}
      onDragEnd={({ lngLat }) => onMove(pinPoint({ latitude: lngLat.lat, longitude: lngLat.lng }))}
      style={{ zIndex: '2' }}
    >
      <button
        ref={button}
        type="button"
        disabled={isFixed}
        data-pin=""
        aria-label={isFixed ? t('pin.fixed', { label }) : t('pin.label', { label })}
        aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight"
        className={cn(
          'block origin-bottom rounded-full text-accent drop-shadow-[0_4px_6px_rgb(0_0_0/0.35)] transition-transform duration-fast',
          !isFixed && 'cursor-grab hover:scale-110 active:cursor-grabbing',
        )}
      >
        <svg width="36" height="46" viewBox="0 0 36 46" aria-hidden="true">
          <path
            d="M18 1.5C8.9 1.5 1.5 8.8 1.5 17.8 1.5 29.6 18 44.5 18 44.5s16.5-14.9 16.5-26.7C34.5 8.8 27.1 1.5 18 1.5Z"
            fill="currentColor"
            stroke="#fff"
            strokeWidth="2.5"
          />
          <circle cx="18" cy="17.5" r="6" fill="#fff" />
        </svg>
      </button>
    </Marker>
  );
}

/** Listens on the element itself, because the map handles keys before React does, and would move first. */
function useArrowKeys(button: { current: HTMLButtonElement | null }, at: Coordinates, isFixed: boolean, onMove: PinProps['onMove']): void {
  const { current: map } = useMap();
  useEffect(() => {
    const element = button.current;
    if (!element || !map || isFixed) return;
    const press = (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const to = movedByKey(event.key, event.shiftKey, at, map.getZoom());
      if (!to) return;
      event.preventDefault();
      event.stopPropagation();
      onMove(to);
      // The map pans along with a pin that leaves the viewport.
      if (!isInView(map.getMap(), [to.longitude, to.latitude])) map.panTo([to.longitude, to.latitude]);
    };
    element.addEventListener('keydown', press);
    return () => element.removeEventListener('keydown', press);
  }, [button, map, at, isFixed, onMove]);
}

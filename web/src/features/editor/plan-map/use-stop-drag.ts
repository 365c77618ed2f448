import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { toast } from '@waystory/ui/toast-store.ts';
import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stopKeyAt } from '../../../map/story/use-stop-pointer.ts';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { refreshAround } from '../../../model/itinerary/itinerary.query.ts';
import { itineraryWrites } from '../../../model/itinerary/itinerary-writes.ts';
import { queryClient } from '../../../model/query-client.ts';
import { undoTime } from '../../../model/saving/deletions.ts';
import { pinPoint } from '../pin-map/pin-steps.ts';
import { chosenPlaceReferenceOf, type PlaceReference, pinAt } from '../place-field/chosen-place.ts';
import { nearestPlace } from '../place-field/place.query.ts';

/** A pointer has to travel this far before a press becomes a drag, pixels. */
const dragDistance = 6;

/** A dragged stop and its current position. */
export interface DraggedStop {
  key: string;
  at: Coordinates;
}

/**
 * Mouse drag of a stop marker to another location. Touch pans the map instead; on a touch screen, the pin of the stop form moves the stop.
 * @param onDrop Resolves when the stop has moved; until then the marker stays at its new location.
 */
export function useStopDrag(map: MapLibreMap | null, onDrop: (held: DraggedStop) => Promise<void>): DraggedStop | null {
  const [held, setHeld] = useState<DraggedStop | null>(null);
  const drop = useRef(onDrop);
  drop.current = onDrop;
  useEffect(() => {
    if (!map) return;
    let press: { key: string; x: number; y: number } | null = null;
    let now: DraggedStop | null = null;
    const hold = (next: DraggedStop | null): void => {
      now = next;
      setHeld(next);
    };
    const down = (event: MapMouseEvent): void => {
      const key = event.originalEvent.button === 0 ? stopKeyAt(map, event.point) : null;
      if (key === null) return;
      press = { key, x: event.point.x, y: event.point.y };
      // Prevents the map from panning.
      event.preventDefault();
    };
    const move = ({ point, lngLat: { lat, lng } }: MapMouseEvent): void => {
      if (!press) return;
      if (!now && Math.hypot(point.x - press.x, point.y - press.y) < dragDistance) return;
      map.getCanvas().style.cursor = 'grabbing';
      hold({ key: press.key, at: pinPoint({ latitude: lat, longitude: lng }) });
    };
    const up = (): void => {
      const dropped = now;
      press = null;
      if (!dropped) return;
      map.getCanvas().style.cursor = '';
      void drop.current(dropped).finally(() => hold(null));
    };
    const letGo = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape' || !press) return;
      press = null;
      hold(null);
    };
    map.on('mousedown', down);
    map.on('mousemove', move);
    document.addEventListener('mouseup', up);
    document.addEventListener('keydown', letGo);
    return () => {
      map.off('mousedown', down);
      map.off('mousemove', move);
      document.removeEventListener('mouseup', up);
      document.removeEventListener('keydown', letGo);
    };
  }, [map]);
  return held;
}

/** Moves a stop to another location, keeping its likes and comments, with undo. */
export function useRelocation(session: EditSession): (stop: StopView, at: Coordinates) => Promise<void> {
  const { t } = useTranslation('editor');
  return async (stop, at) => {
    const { id, title, placeId } = stop;
    const failed = (): void => void toast.error(t('stop.relocateFailed', { title }));
    const put = async (place: PlaceReference): Promise<void> => {
      await itineraryWrites.patchStop({ params: { itineraryId: session.id, id }, body: { place } });
      await refreshAround(session.id).catch(() => null);
    };
    try {
      // A failed reverse geocoding does not prevent the move.
      const near = await queryClient.fetchQuery({ ...nearestPlace(at), retry: false }).catch(() => null);
      await put(chosenPlaceReferenceOf(pinAt(at), near));
      const undo = session.undo.push({ undo: () => void put({ placeId }).catch(failed) });
      toast(t('stop.relocated', { title }), { duration: undoTime, action: { label: t('common.undo', { ns: 'translation' }), onClick: undo } });
    } catch {
      failed();
    }
  };
}

import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { toast } from '@waystory/ui/toast-store.ts';
import { useTranslation } from 'react-i18next';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { refreshAround } from '../../../model/itinerary/itinerary.query.ts';
import { itineraryWrites } from '../../../model/itinerary/itinerary-writes.ts';
import { queryClient } from '../../../model/query-client.ts';
import { undoTime } from '../../../model/saving/deletions.ts';
import { type PlaceReference, pinAt, referenceOf } from '../place-field/chosen-place.ts';
import { nearestPlace } from '../place-field/place.query.ts';

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
      // The stop can move without the name of its surroundings.
      const near = await queryClient.fetchQuery({ ...nearestPlace(at), retry: false }).catch(() => null);
      await put(referenceOf(pinAt(at), near));
      const undo = session.undo.push({ undo: () => void put({ placeId }).catch(failed) });
      toast(t('stop.relocated', { title }), { duration: undoTime, action: { label: t('common.undo', { ns: 'translation' }), onClick: undo } });
    } catch {
      failed();
    }
  };
}

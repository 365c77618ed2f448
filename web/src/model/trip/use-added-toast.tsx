import { useRouter } from '@tanstack/react-router';
import { toast } from '@waystory/ui/toast-store.ts';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshAround } from '../itinerary/itinerary.query.ts';
import { undoTime } from '../saving/deletions.ts';
import type { AddedStop } from './add-to-trip.ts';
import type { TripStop } from './trip-stop.ts';

/** Toast after adding a stop, with a link to the trip and an undo. */
export function useAddedToast(): (stop: TripStop, trip: string, added: AddedStop) => void {
  const { t } = useTranslation(['trip', 'translation']);
  const router = useRouter();
  return ({ title }, trip, { itineraryId, takeBack }) => {
    const id = `trip-${itineraryId}`;
    const { href } = router.buildLocation({ to: '/itineraries/$id/edit', params: { id: itineraryId } });
    // Toasts render outside the pages, without the router's `Link`.
    const follow = (event: MouseEvent): void => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      toast.dismiss(id);
      void router.navigate({ to: '/itineraries/$id/edit', params: { id: itineraryId } });
    };
    const undo = async (): Promise<void> => {
      toast.dismiss(id);
      try {
        await takeBack();
        await refreshAround(itineraryId).catch(() => null);
        toast(t('takenBack', { title }));
      } catch {
        toast.error(t('undoFailed', { title, trip }));
      }
    };
    toast.success(t('added', { title, trip }), {
      id,
      duration: undoTime,
      description: (
        <a href={href} onClick={follow} className="rounded-sm font-semibold text-accent-text underline underline-offset-2">
          {t('open')}
        </a>
      ),
      action: { label: t('common.undo', { ns: 'translation' }), onClick: () => void undo() },
    });
  };
}

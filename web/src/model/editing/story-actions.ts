import { problemCode } from '@waystory/client/api.ts';
import type { Day } from '@waystory/proto/itineraries/day.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { toast } from '@waystory/ui/toaster.tsx';
import { useTranslation } from 'react-i18next';
import { distanceText } from '../../lib/measures.ts';
import { useReader } from '../../lib/use-reader.ts';
import { refreshAround, wholeItinerary } from '../itinerary/itinerary.query.ts';
import { itineraryWrites } from '../itinerary/itinerary-writes.ts';
import { queryClient } from '../query-client.ts';
import { undoTime } from '../saving/deletions.ts';
import { useRemoval } from '../saving/use-removal.ts';

/** Gone already counts as deleted. */
const ignoreNotFound = (error: unknown): void => {
  if (!problemCode(error)?.endsWith('/unknown')) throw error;
};

/** Everything a writer does to days and stops, beside moving them and their texts. */
export function useStoryActions(itineraryId: string) {
  const { t } = useTranslation('editor');
  const reader = useReader();
  const remove = useRemoval();

  const addDay = async (): Promise<string | null> => {
    try {
      const day = await itineraryWrites.addDay({ params: { itineraryId }, body: {}, idempotencyKey: crypto.randomUUID() });
      await refreshAround(itineraryId);
      return day.id;
    } catch (error) {
      toast.error(problemCode(error) === 'day/too-many' ? t('day.tooMany') : t('day.addFailed'));
      return null;
    }
  };
  const removeDay = (id: string, number: number): void =>
    remove({
      id,
      message: t('day.deleted', { number }),
      failed: t('day.deleteFailed', { number }),
      run: async () => {
        const itinerary = queryClient.getQueryData(wholeItinerary(itineraryId).queryKey);
        await itineraryWrites.deleteDay({ params: { itineraryId, id } }).catch(ignoreNotFound);
        // Its stops stay, on one day less.
        await refreshAround(itineraryId, itinerary?.days.find((day) => day.id === id)?.stopIds);
      },
    });
  /** Puts the stops of a day into the order with the shortest way, which can be taken back. */
  const shortenDay = async ({ id, stopIds: before }: Day, number: number): Promise<void> => {
    const takeBack = async (): Promise<void> => {
      await itineraryWrites.patchDay({ params: { itineraryId, id }, body: { stopIds: before } });
      await refreshAround(itineraryId);
    };
    try {
      const written = await itineraryWrites.optimizeDay({ params: { itineraryId, id }, body: {} });
      if (written.stopIds.join() === before.join()) {
        toast(t('day.shortestAlready', { number }));
        return;
      }
      await refreshAround(itineraryId);
      const undo = (): void => void takeBack().catch(() => toast.error(t('day.shortenFailed', { number })));
      const [from, to] = [written.kmBefore, written.kmAfter].map((kilometres) => distanceText(kilometres, reader));
      toast.success(t('day.shortened', { number, from, to }), {
        duration: undoTime,
        action: { label: t('common.undo', { ns: 'translation' }), onClick: undo },
      });
    } catch {
      toast.error(t('day.shortenFailed', { number }));
    }
  };
  const removeStop = ({ id, title }: Stop): void =>
    remove({
      id,
      message: t('stop.deleted', { title }),
      failed: t('stop.deleteFailed', { title }),
      run: async () => {
        await itineraryWrites.deleteStop({ params: { itineraryId, id } }).catch(ignoreNotFound);
        await refreshAround(itineraryId);
      },
    });
  const setState = async ({ id, title }: Stop, state: Stop['state']): Promise<void> => {
    try {
      await itineraryWrites.patchStop({ params: { itineraryId, id }, body: { state } });
      await refreshAround(itineraryId);
      toast.success(t(state === 'ACCEPTED' ? 'stop.accepted' : 'stop.suggested', { title }));
    } catch {
      toast.error(t('stop.stateFailed', { title }));
    }
  };
  return { addDay, removeDay, shortenDay, removeStop, setState };
}
export type StoryActions = ReturnType<typeof useStoryActions>;

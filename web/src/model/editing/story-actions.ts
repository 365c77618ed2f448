import { api, problemCode } from '@waystory/client/api.ts';
import type { Day, DayOrder } from '@waystory/proto/itineraries/day.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { toast } from '@waystory/ui/toaster.tsx';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { distanceText, type Reader } from '../../lib/measures.ts';
import { useReader } from '../../lib/use-reader.ts';
import { useStableCallback } from '../../lib/use-stable.ts';
import { mergeOrders } from '../arrangement/arrangement.ts';
import { refreshAround, wholeItinerary } from '../itinerary/itinerary.query.ts';
import { itineraryWrites } from '../itinerary/itinerary-writes.ts';
import { queryClient } from '../query-client.ts';
import { undoTime } from '../saving/deletions.ts';
import { type Removal, useRemoval } from '../saving/use-removal.ts';
import type { EditSession } from './edit-session.ts';
import type { UndoStack } from './undo-stack.ts';

/** Smallest reduction of a day's distance for which a shorter order is offered, kilometres. */
const leastGain = 0.05;

/** Ignores the error for a missing record, because the record is already deleted. */
const ignoreNotFound = (error: unknown): void => {
  if (!problemCode(error)?.endsWith('/unknown')) throw error;
};

/** All edits of days and stops except moves and texts. The object is stable while language and units are. */
export function useStoryActions({ id: itineraryId, undo: undoStack }: Pick<EditSession, 'id' | 'undo'>): StoryActions {
  const { t } = useTranslation('editor');
  const reader = useReader();
  const remove = useStableCallback(useRemoval(undoStack));
  return useMemo(() => storyActions({ itineraryId, undoStack, t, reader, remove }), [itineraryId, undoStack, t, reader, remove]);
}

interface StoryTools {
  itineraryId: string;
  undoStack: UndoStack;
  t: TFunction<'editor'>;
  reader: Reader;
  remove: (removal: Removal) => void;
}

function storyActions({ itineraryId, undoStack, t, reader, remove }: StoryTools) {
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
        // Stops of the deleted day remain, without a day.
        await refreshAround(itineraryId, itinerary?.days.find((day) => day.id === id)?.stopIds);
      },
    });
  /** Preview of a shorter order of a day. Without one, or after a failure, a message is shown and the result is null. */
  const previewOrder = async ({ id }: Day, number: number): Promise<DayOrder | null> => {
    try {
      const order = await api.previewDayOrder({ params: { itineraryId, id }, body: {} });
      if (order.kmBefore - order.kmAfter > leastGain) return order;
      toast(t('day.shortestAlready', { number }));
    } catch {
      toast.error(t('day.shortenFailed', { number }));
    }
    return null;
  };
  /** Applies the shortest order to a day's stops; can be undone. */
  const shortenDay = async ({ id, stopIds: before }: Day, number: number): Promise<void> => {
    const failed = (): void => void toast.error(t('day.shortenFailed', { number }));
    const takeBack = async (): Promise<void> => {
      const now = queryClient.getQueryData(wholeItinerary(itineraryId).queryKey)?.days.find((day) => day.id === id)?.stopIds ?? before;
      // Keeps stops that were added meanwhile, and omits stops that were removed meanwhile.
      await itineraryWrites.patchDay({ params: { itineraryId, id }, body: { stopIds: mergeOrders(before, now) } });
      await refreshAround(itineraryId);
    };
    try {
      const written = await itineraryWrites.optimizeDay({ params: { itineraryId, id }, body: {} });
      await refreshAround(itineraryId);
      const [from, to] = [written.kmBefore, written.kmAfter].map((kilometres) => distanceText(kilometres, reader));
      toast.success(t('day.shortened', { number, from, to }), {
        duration: undoTime,
        action: { label: t('common.undo', { ns: 'translation' }), onClick: undoStack.push({ undo: () => void takeBack().catch(failed) }) },
      });
    } catch {
      failed();
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
  return { addDay, removeDay, previewOrder, shortenDay, removeStop, setState };
}
export type StoryActions = ReturnType<typeof storyActions>;

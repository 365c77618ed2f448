import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { useTranslation } from 'react-i18next';
import { api, problemCode } from '../../client/api.ts';
import { toast } from '../../ui/toaster.tsx';
import { deletions, undoTime } from '../saving/deletions.ts';
import { refreshStory, replaceInStory } from './edited-story.query.ts';

/** What is deleted, and the sentences about it. */
export interface Removal {
  id: string;
  message: string;
  failed: string;
  /** Deletes it and refreshes what shows it. */
  run: () => Promise<void>;
}

/** Deletes after the time in which it can be taken back; it is out of sight at once. */
export function useRemoval(): (removal: Removal) => void {
  const { t } = useTranslation('editor');
  return ({ id, message, failed, run }) => {
    const toastId = `removal-${id}`;
    const perform = async (): Promise<void> => {
      toast.dismiss(toastId);
      await run();
    };
    deletions.schedule(id, perform, () => toast.error(failed));
    toast(message, { id: toastId, duration: undoTime, action: { label: t('undo'), onClick: () => deletions.undo(id) } });
  };
}

/** Gone already counts as deleted. */
const unlessGone = (error: unknown): void => {
  if (!problemCode(error)?.endsWith('/unknown')) throw error;
};

/** Everything a writer does to days and stops, beside moving them and their texts. */
export function useStoryActions(itineraryId: string) {
  const { t } = useTranslation('editor');
  const remove = useRemoval();

  const addDay = async (): Promise<string | null> => {
    try {
      const day = await api.addDay({ params: { itineraryId }, body: {}, idempotencyKey: crypto.randomUUID() });
      replaceInStory(itineraryId, (story) => ({ ...story, days: [...story.days, day] }));
      await refreshStory(itineraryId);
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
        await api.deleteDay({ params: { itineraryId, id } }).catch(unlessGone);
        await refreshStory(itineraryId);
      },
    });
  const removeStop = ({ id, title }: Stop): void =>
    remove({
      id,
      message: t('stop.deleted', { title }),
      failed: t('stop.deleteFailed', { title }),
      run: async () => {
        await api.deleteStop({ params: { itineraryId, id } }).catch(unlessGone);
        await refreshStory(itineraryId);
      },
    });
  const setState = async ({ id, title }: Stop, state: Stop['state']): Promise<void> => {
    try {
      await api.patchStop({ params: { itineraryId, id }, body: { state } });
      await refreshStory(itineraryId);
      toast.success(t(state === 'ACCEPTED' ? 'stop.accepted' : 'stop.suggested', { title }));
    } catch {
      toast.error(t('stop.stateFailed', { title }));
    }
  };
  return { addDay, removeDay, removeStop, setState };
}
export type StoryActions = ReturnType<typeof useStoryActions>;

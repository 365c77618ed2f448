import { useConfirm } from '@waystory/ui/confirm-dialog.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { useTranslation } from 'react-i18next';

export interface ModeratedItem {
  hidden: boolean;
  /** Hides or restores the item, and updates the cache. */
  send: (hidden: boolean) => Promise<void>;
}

/** Hides or restores an item after a confirmation. */
export function useModeration(what: 'story' | 'comment', { hidden, send }: ModeratedItem): () => Promise<void> {
  const { t } = useTranslation('social');
  const confirm = useConfirm();
  const step = hidden ? 'restore' : 'hide';
  return async () => {
    const agreed = await confirm({
      title: t(`moderation.${what}.${step}Title`),
      text: t(`moderation.${what}.${step}Text`),
      confirmLabel: t(`moderation.${step}`),
      danger: !hidden,
    });
    if (!agreed) return;
    try {
      await send(!hidden);
      toast.success(t(`moderation.${what}.${step}Done`));
    } catch {
      toast.error(t(`moderation.${step}Failed`));
    }
  };
}

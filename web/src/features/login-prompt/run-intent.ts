import { toast } from '@waystory/ui/toast-store.ts';
import type { TFunction } from 'i18next';
import type { Intent } from '../../model/identity/intent.ts';
import { carryOut } from '../../model/social/carry-out.ts';

/** Runs the intent of a sign-in and shows a toast. */
export async function runIntent(intent: Intent, t: TFunction): Promise<void> {
  try {
    if (await carryOut(intent)) toast.success(...words(intent, t));
  } catch (error) {
    console.error('What the sign-in was for could not be done', error);
    toast.error(t('common.intent.failed'));
  }
}

/** Text of a completed intent, and its undo. */
function words(intent: Intent, t: TFunction): Parameters<typeof toast.success> {
  const undo = { description: t('common.intent.undo') };
  switch (intent.kind) {
    case 'reaction':
      return [t(`common.intent.${intent.opinion}`), undo];
    case 'save':
      return [t('common.intent.save'), { description: t('common.intent.saveMore') }];
    case 'follow':
      return [t('common.intent.follow', { name: intent.name }), undo];
    case 'comment':
    case 'report':
    case 'trip':
    case 'page':
      return [t('common.intent.comment'), { description: t('common.intent.commentText') }];
    default:
      return intent satisfies never;
  }
}

import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../client/identity/use-auth.ts';
import { useAccount } from '../../model/account/account.query.ts';
import { type Intent, intents } from '../../model/identity/intent.ts';
import { toast } from '../../ui/toast-store.ts';

/** Does what somebody signed in for, once their account is ready; forgets it when they came back without having signed in. */
export function IntentRunner() {
  const { t } = useTranslation();
  const { attempted, redirecting, person } = useAuth();
  const { data: account } = useAccount();
  const isReady = person !== null && account !== undefined && account.userName !== null;
  const isVisitor = attempted && !redirecting && person === null;
  useEffect(() => {
    if (isVisitor) intents.forget();
  }, [isVisitor]);
  useEffect(() => {
    const intent = isReady ? intents.take() : null;
    if (intent) void run(intent, t);
  }, [isReady, t]);
  return null;
}

async function run(intent: Intent, t: TFunction): Promise<void> {
  try {
    // Seldom needed, so no part of the first load.
    const { carryOut } = await import('../../model/social/carry-out.ts');
    if (await carryOut(intent)) toast.success(...words(intent, t));
  } catch (error) {
    console.error('What the sign-in was for could not be done', error);
    toast.error(t('common.intent.failed'));
  }
}

/** What was done, and how it is taken back. */
function words(intent: Intent, t: TFunction): Parameters<typeof toast.success> {
  const undo = { description: t('common.intent.undo') };
  switch (intent.kind) {
    case 'reaction':
      return [t(`common.intent.${intent.opinion}`), undo];
    case 'save':
      return [t('common.intent.save'), undo];
    case 'follow':
      return [t('common.intent.follow', { name: intent.name }), undo];
    case 'comment':
    case 'page':
      return [t('common.intent.comment'), { description: t('common.intent.commentText') }];
    default:
      return intent satisfies never;
  }
}

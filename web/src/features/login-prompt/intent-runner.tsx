import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../model/account/account.query.ts';
import { intents } from '../../model/identity/intent.ts';

/** Runs the stored intent once the account is ready. Drops it when the visitor returned without a sign-in. */
export function IntentRunner() {
  const { t } = useTranslation();
  const { attempted, redirecting, person } = useAuth(intents.isKept());
  const { data: account } = useAccount();
  const isReady = person !== null && account !== undefined && account.userName !== null;
  const isVisitor = attempted && !redirecting && person === null;
  useEffect(() => {
    if (isVisitor) intents.forget();
  }, [isVisitor]);
  useEffect(() => {
    const intent = isReady ? intents.take() : null;
    // Seldom needed, so no part of the first load.
    if (intent) void import('./run-intent.ts').then(({ runIntent }) => runIntent(intent, t));
  }, [isReady, t]);
  return null;
}

import { Link } from '@tanstack/react-router';
import { auth } from '@waystory/client/identity/auth.ts';
import { returnPathOf } from '@waystory/client/identity/return-path.ts';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { intents } from '../model/identity/intent.ts';
import { LoadingScreen } from './layout/loading-screen.tsx';

let completion: Promise<boolean> | null = null;

/** Error response of the identity provider (RFC 6749, 4.1.2.1), with the state of the authorization request. */
interface Refusal {
  error: unknown;
  state: unknown;
}
function refusalOf(error: unknown): Refusal {
  const fields = typeof error === 'object' && error !== null ? error : {};
  return { error: 'error' in fields ? fields.error : null, state: 'state' in fields ? fields.state : null };
}

/** Page of the redirect URI. The authorization code is valid once, so the sign-in is completed once per page load. */
export function CallbackPage() {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'leaving' | 'stays' | 'failed'>('leaving');
  const [begunAt, setBegunAt] = useState('/');
  useEffect(() => {
    completion ??= auth.completeSignIn();
    completion
      .then((leaves) => setOutcome(leaves ? 'leaving' : 'stays'))
      .catch((error: unknown) => {
        console.error('The sign-in was not completed', error);
        const refusal = refusalOf(error);
        // The user cancelled. After any other error, the intent is kept for another attempt.
        if (refusal.error === 'access_denied') intents.forget();
        setBegunAt(returnPathOf(refusal.state, location.origin) ?? '/');
        setOutcome('failed');
      });
  }, []);
  if (outcome === 'leaving') return <LoadingScreen />;
  if (outcome === 'failed')
    return (
      <Outcome title={t('common.auth.failedTitle')} text={t('common.auth.failedText')}>
        <Button onClick={() => void auth.signIn({ returnTo: begunAt })}>{t('common.auth.tryAgain')}</Button>
      </Outcome>
    );
  return (
    <Outcome title={t('common.auth.signedInTitle')} text={t('common.auth.signedInText')}>
      <LinkButton asChild>
        <Link to="/">{t('common.auth.goOn')}</Link>
      </LinkButton>
    </Outcome>
  );
}

const Outcome = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <main className="grid min-h-dvh place-content-center justify-items-center gap-4 bg-canvas p-6 text-center text-ink">
    <h1 className="text-heading">{title}</h1>
    <p className="max-w-md text-muted">{text}</p>
    {children}
  </main>
);

import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../client/identity/auth.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { LoadingScreen } from './layout/loading-screen.tsx';

let completion: Promise<boolean> | null = null;

/** The provider sends people back to here; the code it gave works once, so it is used once. */
export function CallbackPage() {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'leaving' | 'stays' | 'failed'>('leaving');
  useEffect(() => {
    completion ??= auth.completeSignIn();
    completion
      .then((leaves) => setOutcome(leaves ? 'leaving' : 'stays'))
      .catch((error: unknown) => {
        console.error('The sign-in was not completed', error);
        setOutcome('failed');
      });
  }, []);
  if (outcome === 'leaving') return <LoadingScreen />;
  if (outcome === 'failed')
    return (
      <Outcome title={t('common.auth.failedTitle')} text={t('common.auth.failedText')}>
        <Button onClick={() => void auth.signIn({ returnTo: '/' })}>{t('common.auth.tryAgain')}</Button>
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

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { LoadingScreen } from '../layout/loading-screen.tsx';
import { auth } from './auth.ts';

let completion: Promise<void> | null = null;

/** The provider sends people back to here; the code it gave works once, so it is used once. */
export function CallbackPage() {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    completion ??= auth.completeSignIn();
    completion.catch((error: unknown) => {
      console.error('The sign-in was not completed', error);
      setFailed(true);
    });
  }, []);
  if (!failed) return <LoadingScreen />;
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 bg-canvas p-6 text-center text-ink">
      <h1 className="text-heading">{t('common.auth.failedTitle')}</h1>
      <p className="max-w-md text-muted">{t('common.auth.failedText')}</p>
      <Button onClick={() => void auth.signIn({ returnTo: '/' })}>{t('common.auth.tryAgain')}</Button>
    </main>
  );
}

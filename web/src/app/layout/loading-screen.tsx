import { LogoMark } from '@waystory/ui/logo.tsx';
import { Spinner } from '@waystory/ui/spinner.tsx';
import { useTranslation } from 'react-i18next';

/** spec 2.2: shown during the redirect to the sign-in. */
export function LoadingScreen() {
  const { t } = useTranslation();
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 bg-canvas text-ink">
      <LogoMark className="size-16" />
      <p className="text-heading">Waystory</p>
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner label={null} />
        {t('common.loading')}
      </p>
    </main>
  );
}

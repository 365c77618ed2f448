import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { reportFailure } from '@waystory/client/monitoring/monitoring.ts';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Stands for a page that could not be shown, for example because its code did not arrive. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  useEffect(() => {
    console.error(error);
    reportFailure(error);
  }, [error]);
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <div className="grid min-h-[60dvh] place-content-center p-6">
      <ErrorState title={t('common.error.title')} text={t('common.error.text')} onRetry={retry} />
    </div>
  );
}

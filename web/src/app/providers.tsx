import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { consent } from '../features/consent/consent.ts';
import { ConfirmProvider } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast-store.ts';
import { Toaster } from '../ui/toaster.tsx';
import { type UiTexts, UiTextsProvider } from '../ui/ui-texts.tsx';
import type { RuntimeConfig } from './config.ts';
import { ConfigContext } from './config-context.tsx';
import { auth } from './identity/auth.ts';
import { useAuth } from './identity/use-auth.ts';
import { identifyFor, startMeasurements, startMonitoring } from './monitoring.ts';
import { queryClient } from './query-client.ts';

/** Everything that surrounds the pages. */
export function Providers({ config, children }: { config: RuntimeConfig; children: ReactNode }) {
  const { t } = useTranslation();
  const { person } = useAuth();
  useEffect(() => {
    startMonitoring(config.monitoringDsn);
    if (consent() === 'accepted') startMeasurements(config);
  }, [config]);
  useEffect(() => identifyFor(person), [person]);
  useEffect(() => {
    auth.onTokenFailure = () => toast.error(t('common.auth.failed'));
  }, [t]);
  // The components fill in the places themselves.
  const uiTexts = t('common.ui', { returnObjects: true, skipInterpolation: true }) as unknown as UiTexts; // the language files hold exactly these keys
  return (
    <ConfigContext value={config}>
      <QueryClientProvider client={queryClient}>
        <UiTextsProvider texts={uiTexts}>
          <ConfirmProvider>
            {children}
            <Toaster />
          </ConfirmProvider>
        </UiTextsProvider>
      </QueryClientProvider>
    </ConfigContext>
  );
}

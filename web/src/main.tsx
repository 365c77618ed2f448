import '@waystory/ui/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { loadConfig, type RuntimeConfig } from '@waystory/client/config.ts';
import { ConfigContext } from '@waystory/client/config-context.tsx';
import { auth } from '@waystory/client/identity/auth.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { identifyUser, startAnalytics, startMonitoring } from '@waystory/client/monitoring/monitoring.ts';
import { whenPageIdle } from '@waystory/client/page-at-rest.ts';
import { ConfirmProvider } from '@waystory/ui/confirm-dialog.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { Toaster } from '@waystory/ui/toaster.tsx';
import { type UiTexts, UiTextsProvider } from '@waystory/ui/ui-texts.tsx';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { startTranslations } from './app/i18n.ts';
import { router } from './app/router.tsx';
import { savesData } from './lib/saves-data.ts';
import { answerCache } from './model/answer-cache.ts';
import { consent } from './model/consent/consent.ts';
import { queryClient } from './model/query-client.ts';

/**
 * Removes useless answers from the cache, and registers the service worker, which caches the app for offline use. Waits for an idle page, so that the
 * first visit is not slowed.
 */
async function keepApp(): Promise<void> {
  await whenPageIdle();
  answerCache.tidy().catch((error: unknown) => console.info('What was kept stays', error));
  // The development server has no such file.
  if (!import.meta.env.PROD || !navigator.serviceWorker || savesData()) return;
  navigator.serviceWorker.register('/sw.js').catch((error: unknown) => console.info('The app is not kept', error));
}

/** Context providers around all pages. */
function Providers({ config, children }: { config: RuntimeConfig; children: ReactNode }) {
  const { t } = useTranslation();
  const { person } = useAuth();
  useEffect(() => {
    startMonitoring(config.monitoringDsn);
    if (consent() === 'accepted') startAnalytics(config);
  }, [config]);
  useEffect(() => identifyUser(person), [person]);
  useEffect(() => {
    auth.onTokenFailure = () => toast.error(t('common.auth.failed'));
    auth.onSignOut = () => answerCache.forgetReader();
    // A late sign-in discards data read as a visitor, and requests under way.
    auth.onLateArrival = () => void queryClient.cancelQueries({ type: 'active' }).then(() => queryClient.invalidateQueries());
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

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

// Some pages are server-rendered: their first screen stays until the whole page has loaded.
const firstPage = root.firstElementChild ? router.load() : undefined;
const [config] = await Promise.all([loadConfig(), startTranslations(), firstPage]);
auth.start(config);
createRoot(root).render(
  <StrictMode>
    <Providers config={config}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
void keepApp();

import { Link, Outlet, useMatches } from '@tanstack/react-router';
import { auth } from '@waystory/client/identity/auth.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { useIsAway } from '@waystory/client/use-is-away.ts';
import { LinkButton } from '@waystory/ui/button.tsx';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Spinner } from '@waystory/ui/spinner.tsx';
import { EmptyState } from '@waystory/ui/state-panel.tsx';
import { WifiOff } from 'lucide-react';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IntentRunner, LoginPromptProvider } from '../../features/login-prompt/login-prompt.tsx';
import { OnboardingGate } from '../../features/onboarding/onboarding-gate.tsx';
import { Welcome } from '../../features/welcome/welcome.tsx';
import { cacheTimes, queryClient } from '../../model/query-client.ts';
import { SlowLoading } from '../slow-loading.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { Shell } from './shell.tsx';
import { SignInTrouble } from './sign-in-trouble.tsx';

/** Frame of every page: login prompt, onboarding and welcome. */
export function RootPage() {
  return (
    <LoginPromptProvider>
      <OnboardingGate>
        <GuardedPage />
      </OnboardingGate>
      <Welcome />
      <SlowNotice />
    </LoginPromptProvider>
  );
}

// Visitors never need these dialogs, so they are not in the first load.
const ReportPrompt = lazyPart(async () => (await import('../../model/social/report-prompt.tsx')).ReportPrompt, 'nothing');
const TripPrompt = lazyPart(async () => (await import('../../model/trip/trip-prompt.tsx')).TripPrompt, 'nothing');

/** A non-public page requires a sign-in, which redirects back to it (spec 2.1, 2.2, 4). */
function GuardedPage() {
  const matches = useMatches();
  const leaf = matches.at(-1);
  // An unknown path matches only the root and is protected, like every path that is not public.
  const isPublic = leaf?.staticData.access === 'public';
  const { attempted, person, redirecting, isStuck, isUnusable } = useAuth(!isPublic);
  const mustSignIn = !isPublic && person === null;
  const isAway = useIsAway();
  // No automatic redirect while the product is unreachable, because it would end on the browser's error page. No redirect after a failed sign-in or a
  // refused token, because it would loop.
  const isHeldUp = isStuck || isUnusable;
  const leave = mustSignIn && attempted && !redirecting && !isAway && !isHeldUp;

  useEffect(() => {
    if (leave) void auth.signInByItself();
  }, [leave]);

  if (mustSignIn && attempted && isAway) return <AwayPage />;
  if (mustSignIn) return isHeldUp && !redirecting ? <SignInTrouble /> : <LoadingScreen />;
  if (leaf?.staticData.layout === 'bare') return <Outlet />;
  return (
    <>
      <Shell footer={leaf?.staticData.footer !== 'hidden'} layout={leaf?.staticData.layout} />
      {/* Not on the callback page, because no user is signed in there yet. */}
      <IntentRunner />
      <Suspense>{person && <ReportPrompt />}</Suspense>
      <Suspense>{person && <TripPrompt />}</Suspense>
    </>
  );
}

/** Replaces a protected page for a visitor while the product is unreachable. */
function AwayPage() {
  const { t } = useTranslation();
  return (
    <main className="grid min-h-dvh place-content-center bg-canvas text-ink">
      <EmptyState
        headingLevel={1}
        icon={<WifiOff />}
        title={t('common.away.offlineTitle')}
        text={t('common.away.signInText')}
        action={
          <LinkButton asChild>
            <Link to="/">{t('common.error.home')}</Link>
          </LinkButton>
        }
      />
    </main>
  );
}

const loading = new SlowLoading(queryClient, cacheTimes.loadingSlow);

/** spec 9: notice after 3 seconds of loading. While the product is unreachable, the banner replaces it. */
function SlowNotice() {
  const { t } = useTranslation();
  const isSlow = useSyncExternalStore(loading.subscribe, loading.isSlow);
  const isAway = useIsAway();
  return (
    <p role="status" className="pointer-events-none fixed inset-x-3 top-[calc(4.25rem+env(safe-area-inset-top))] z-toast flex justify-center">
      {isSlow && !isAway && (
        <span className="flex animate-fade-in items-center gap-2.5 rounded-full border border-line bg-raised px-4 py-2 font-medium text-ink text-small shadow-float">
          <Spinner size="sm" label={null} />
          {t('common.slow')}
        </span>
      )}
    </p>
  );
}

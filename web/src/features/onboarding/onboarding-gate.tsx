import { lazy, type ReactNode, Suspense, useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../client/identity/use-auth.ts';
import { useAccount } from '../../model/account/account.query.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { nextStep } from './onboarding-step.ts';

// Needed once in the life of an account, so not part of the first load.
const AboutMeStep = lazy(() => import('./about-me-step.tsx').then((module) => ({ default: module.AboutMeStep })));
const UserNameStep = lazy(() => import('./user-name-step.tsx').then((module) => ({ default: module.UserNameStep })));

/** spec 2.6: whoever signs in for the first time gets a name before the app opens to them. */
export function OnboardingGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { person } = useAuth();
  const account = useAccount();
  const [step, dispatch] = useReducer(nextStep, 'username');
  const { data } = account;
  useEffect(() => {
    if (data) dispatch({ type: 'account', userName: data.userName });
  }, [data]);

  if (!person) return children;
  if (account.isError && !data) {
    return (
      <main className="grid min-h-dvh place-content-center p-6">
        <ErrorState title={t('common.error.title')} onRetry={() => void account.refetch()} />
      </main>
    );
  }
  if (!data) return <FullScreenSpinner />;
  if (data.userName !== null && step !== 'aboutme') return children;
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      {data.userName === null ? (
        <UserNameStep account={data} onSaved={() => dispatch({ type: 'username-saved' })} />
      ) : (
        <AboutMeStep account={data} onSaved={() => dispatch({ type: 'about-me-saved' })} onSkip={() => dispatch({ type: 'skipped' })} />
      )}
    </Suspense>
  );
}

const FullScreenSpinner = () => (
  <main className="grid min-h-dvh place-content-center">
    <Spinner size="lg" />
  </main>
);

import { lazy, type ReactNode, Suspense, useEffect, useReducer } from 'react';
import { useAuth } from '../../client/identity/use-auth.ts';
import { useAccount } from '../../model/account/account.query.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { nextStep } from './onboarding-step.ts';

// Needed once in the life of an account, so not part of the first load.
const AboutMeStep = lazy(() => import('./about-me-step.tsx').then((module) => ({ default: module.AboutMeStep })));
const UserNameStep = lazy(() => import('./user-name-step.tsx').then((module) => ({ default: module.UserNameStep })));

/**
 * spec 2.6: whoever signs in for the first time gets a name before the app opens to them. The steps lie over the page, which stays as it is: it is
 * not left for an account that is still loading, or cannot be had.
 */
export function OnboardingGate({ children }: { children: ReactNode }) {
  const { person } = useAuth();
  const { data } = useAccount();
  const [step, dispatch] = useReducer(nextStep, 'username');
  useEffect(() => {
    if (data) dispatch({ type: 'account', userName: data.userName });
  }, [data]);
  const account = person && data && (data.userName === null || step === 'aboutme') ? data : null;
  return (
    <>
      <div className="contents" inert={account !== null}>
        {children}
      </div>
      {account && (
        <div className="fixed inset-0 z-cover overflow-y-auto bg-canvas">
          <Suspense fallback={<FullScreenSpinner />}>
            {account.userName === null ? (
              <UserNameStep account={account} onSaved={() => dispatch({ type: 'username-saved' })} />
            ) : (
              <AboutMeStep account={account} onSaved={() => dispatch({ type: 'about-me-saved' })} onSkip={() => dispatch({ type: 'skipped' })} />
            )}
          </Suspense>
        </div>
      )}
    </>
  );
}

const FullScreenSpinner = () => (
  <div className="grid min-h-dvh place-content-center">
    <Spinner size="lg" />
  </div>
);

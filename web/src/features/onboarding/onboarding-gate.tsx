import { auth } from '@waystory/client/identity/auth.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Spinner } from '@waystory/ui/spinner.tsx';
import { type ReactNode, Suspense, useEffect, useReducer } from 'react';
import { useAccount } from '../../model/account/account.query.ts';

/** spec 4: onboarding step of a signed-in user. `complete` opens the app. */
export type OnboardingStep = 'username' | 'aboutme' | 'complete';

export type OnboardingEvent =
  | { type: 'account'; userName: string | null }
  | { type: 'username-saved' }
  | { type: 'about-me-saved' }
  | { type: 'skipped' };

/** Next step. An account without a user name always returns to the first step. */
export function nextOnboardingStep(step: OnboardingStep, event: OnboardingEvent): OnboardingStep {
  switch (event.type) {
    case 'account':
      if (event.userName === null) return 'username';
      return step === 'username' ? 'complete' : step;
    case 'username-saved':
      return 'aboutme';
    case 'about-me-saved':
    case 'skipped':
      return 'complete';
    default:
      return event satisfies never;
  }
}

// Loaded on demand, because an account needs these steps only once.
const AboutMeStep = lazyPart(async () => (await import('./about-me-step.tsx')).AboutMeStep);
const UserNameStep = lazyPart(async () => (await import('./user-name-step.tsx')).UserNameStep);

/** Timeout of the spinner while the account of a new user loads, milliseconds. */
const patienceMs = 10_000;

/**
 * spec 2.6: a new user chooses a user name before the app opens. Until their account has loaded they see a spinner. Users known to this browser keep
 * their page meanwhile (decision 0025).
 */
export function OnboardingGate({ children }: { children: ReactNode }) {
  const { person, attempted, isNew } = useAuth();
  const { data, isError } = useAccount();
  const [step, dispatch] = useReducer(nextOnboardingStep, 'username');
  useEffect(() => {
    if (data) dispatch({ type: 'account', userName: data.userName });
  }, [data]);

  const isKnown = data !== undefined || isError || (attempted && !person);
  useEffect(() => {
    if (!isNew) return undefined;
    const timer = setTimeout(() => auth.welcomed(), isKnown ? 0 : patienceMs);
    return () => clearTimeout(timer);
  }, [isNew, isKnown]);

  if (isNew && !isKnown) return <FullScreenSpinner />;
  if (!person || !data || (data.userName !== null && step !== 'aboutme')) return children;
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

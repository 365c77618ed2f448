import { LoginPromptProvider } from '../../features/login-prompt/login-prompt.tsx';
import { OnboardingGate } from '../../features/onboarding/onboarding-gate.tsx';
import { Welcome } from '../../features/welcome/welcome.tsx';
import { GuardedPage } from './guarded-page.tsx';
import { SlowNotice } from './slow-notice.tsx';

/** What every page stands in: the login prompt, the onboarding, the welcome. */
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

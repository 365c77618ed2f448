import { useConfig } from '../../client/config-context.tsx';
import { startMeasurements } from '../../client/monitoring/monitoring.ts';
import { ConsentBanner } from '../../features/consent/consent-banner.tsx';
import { LoginPromptProvider } from '../../features/login-prompt/login-prompt.tsx';
import { OnboardingGate } from '../../features/onboarding/onboarding-gate.tsx';
import { Welcome } from '../../features/welcome/welcome.tsx';
import { GuardedPage } from './guarded-page.tsx';
import { SlowNotice } from './slow-notice.tsx';

/** What every page stands in: the login prompt, the onboarding, the question about cookies, the welcome. */
export function RootPage() {
  const config = useConfig();
  return (
    <LoginPromptProvider>
      <OnboardingGate>
        <GuardedPage />
      </OnboardingGate>
      <ConsentBanner onAnswer={(answer) => answer === 'accepted' && startMeasurements(config)} />
      <Welcome />
      <SlowNotice />
    </LoginPromptProvider>
  );
}

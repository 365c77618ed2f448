/** spec 4: what a signed-in person still has to do before the app opens to them. */
export type OnboardingStep = 'username' | 'aboutme' | 'complete';

export type OnboardingEvent =
  | { type: 'account'; userName: string | null }
  | { type: 'username-saved' }
  | { type: 'about-me-saved' }
  | { type: 'skipped' };

/** The next step. An account without a user name always leads back to the first one. */
export function nextStep(step: OnboardingStep, event: OnboardingEvent): OnboardingStep {
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

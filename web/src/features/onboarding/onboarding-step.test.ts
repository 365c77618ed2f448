import { describe, expect, test } from 'vitest';
import { nextOnboardingStep, type OnboardingEvent, type OnboardingStep } from './onboarding-gate.tsx';

const named: OnboardingEvent = { type: 'account', userName: 'tram_28' };
const unnamed: OnboardingEvent = { type: 'account', userName: null };

describe('onboarding', () => {
  test.each<[OnboardingStep, OnboardingEvent, OnboardingStep]>([
    ['username', unnamed, 'username'],
    ['username', named, 'complete'],
    ['username', { type: 'username-saved' }, 'aboutme'],
    // The account is fetched again after the name was saved; that must not skip the second step.
    ['aboutme', named, 'aboutme'],
    ['aboutme', { type: 'about-me-saved' }, 'complete'],
    ['aboutme', { type: 'skipped' }, 'complete'],
    ['complete', named, 'complete'],
    ['complete', unnamed, 'username'],
  ])('step %s with event %j leads to step %s', (step, event, next) => {
    expect(nextOnboardingStep(step, event)).toBe(next);
  });
});

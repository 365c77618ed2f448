import { readCookie, writeCookie } from '../../lib/cookies.ts';

/** spec 9: the consent lasts 30 days. */
const consentDays = 30;
const consentCookie = 'waystory_consent';

export type Consent = 'accepted' | 'declined';

/** The visitor's consent; null without one or after it has expired. */
export function consent(): Consent | null {
  const value = readCookie(consentCookie);
  return value === 'accepted' || value === 'declined' ? value : null;
}

export const giveConsent = (answer: Consent): void => writeCookie(consentCookie, answer, consentDays);

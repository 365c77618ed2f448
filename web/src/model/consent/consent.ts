import { readCookie, writeCookie } from '../../lib/cookies.ts';

/** spec 9: the consent lasts 30 days. */
const consentDays = 30;
const consentCookie = 'waystory_consent';

export type Consent = 'accepted' | 'declined';

/** What the visitor said about cookies; null when they have not been asked or it is too long ago. */
export function consent(): Consent | null {
  const value = readCookie(consentCookie);
  return value === 'accepted' || value === 'declined' ? value : null;
}

export const giveConsent = (answer: Consent): void => writeCookie(consentCookie, answer, consentDays);

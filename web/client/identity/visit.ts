import { localTexts, tabTexts } from '../environment.ts';

/** Time of the last sign-in in this browser, shared by all tabs. */
const signedInAtKey = 'waystory.signed-in-at';
/** Storage key: time of the last sign-in when this tab last used the silent frame. The value is empty when there was no sign-in. */
const askedKey = 'waystory.asked-silently';
/** Storage key for the time of a completed sign-in in this tab. It is removed when the next page finds the session. */
const completedKey = 'waystory.sign-in-completed';
/** Subject of a first sign-in in this browser, until the account exists. */
const newKey = 'waystory.newcomer';
/** Time after a completed sign-in in which another automatic redirect would be a redirect loop, milliseconds. */
const circleMs = 30_000;

const lastSignIn = (): string => localTexts.getItem(signedInAtKey) ?? '';

/** Sign-in state that this tab keeps across the pages of a visit. */
export const visit = {
  /** True when the silent frame may be asked: once per visit, and again after a sign-in in any tab. */
  mayAskSilently: (): boolean => tabTexts.getItem(askedKey) !== lastSignIn(),
  noteAsked: (): void => tabTexts.setItem(askedKey, lastSignIn()),
  noteCompleted(subject: string, isNew: boolean): void {
    const now = String(Date.now());
    localTexts.setItem(signedInAtKey, now);
    tabTexts.setItem(completedKey, now);
    if (isNew) tabTexts.setItem(newKey, subject);
  },
  /** Called when a later page has found the session of the sign-in. */
  noteLasting: (): void => tabTexts.removeItem(completedKey),
  goesInCircles: (): boolean => Date.now() - Number(tabTexts.getItem(completedKey) ?? Number.NEGATIVE_INFINITY) < circleMs,
  hasNewcomer: (): boolean => tabTexts.getItem(newKey) !== null,
  noteWelcomed: (): void => tabTexts.removeItem(newKey),
};

import { localTexts, tabTexts } from '../environment.ts';

/** Time of the last sign-in in this browser, shared by all tabs. */
const signedInAtKey = 'waystory.signed-in-at';
/** The last sign-in before this tab asked the silent frame; empty before the first. */
const askedKey = 'waystory.asked-silently';
/** Time of a completed sign-in in this tab, until it proves to last. */
const completedKey = 'waystory.sign-in-completed';
/** Subject of a first sign-in in this browser, until the account exists. */
const newKey = 'waystory.newcomer';
/** A return from the provider without a sign-in within this time would start a redirect loop; milliseconds. */
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
  /** Called once the sign-in has proved to last. */
  noteLasting: (): void => tabTexts.removeItem(completedKey),
  goesInCircles: (): boolean => Date.now() - Number(tabTexts.getItem(completedKey) ?? Number.NEGATIVE_INFINITY) < circleMs,
  hasNewcomer: (): boolean => tabTexts.getItem(newKey) !== null,
  noteWelcomed: (): void => tabTexts.removeItem(newKey),
};

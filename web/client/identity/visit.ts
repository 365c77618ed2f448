import { localTexts, tabTexts } from '../environment.ts';

/** When somebody last signed in with this browser; all tabs see it. */
const signedInAtKey = 'waystory.signed-in-at';
/** The sign-in that the hidden frame was asked after, in this tab; empty before the first. */
const askedKey = 'waystory.asked-silently';
/** When a sign-in was completed in this tab, until it turns out to last. */
const completedKey = 'waystory.sign-in-completed';
/** Subject of who signed in for the first time in this browser, until their account is there. */
const newKey = 'waystory.newcomer';
/** A return from the provider so lately, without a sign-in, would lead round in circles; milliseconds. */
const circleMs = 30_000;

const lastSignIn = (): string => localTexts.getItem(signedInAtKey) ?? '';

/** State of signing in that this tab remembers over the pages of one visit. */
export const visit = {
  /** Whether the hidden frame may be asked: once in a visit, and once more after a sign-in in any tab. */
  mayAskSilently: (): boolean => tabTexts.getItem(askedKey) !== lastSignIn(),
  noteAsked: (): void => tabTexts.setItem(askedKey, lastSignIn()),
  noteCompleted(subject: string, isNew: boolean): void {
    const now = String(Date.now());
    localTexts.setItem(signedInAtKey, now);
    tabTexts.setItem(completedKey, now);
    if (isNew) tabTexts.setItem(newKey, subject);
  },
  /** The sign-in lasts. */
  noteLasting: (): void => tabTexts.removeItem(completedKey),
  goesInCircles: (): boolean => Date.now() - Number(tabTexts.getItem(completedKey) ?? Number.NEGATIVE_INFINITY) < circleMs,
  hasNewcomer: (): boolean => tabTexts.getItem(newKey) !== null,
  noteWelcomed: (): void => tabTexts.removeItem(newKey),
};

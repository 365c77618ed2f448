import { readCookie, writeCookie } from '../../lib/cookies.ts';
import { consent } from '../../model/consent/consent.ts';

/** spec 9 */
const visitDays = 365;
const visitCookie = 'waystory_visited';

/** spec 2.9: first-time visitors are welcomed once they have answered about cookies. */
export const shouldWelcome = (): boolean => readCookie(visitCookie) === null && consent() !== null;

export const rememberVisit = (): void => writeCookie(visitCookie, '1', visitDays);

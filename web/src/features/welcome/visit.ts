import { readCookie, writeCookie } from '../../lib/cookies.ts';
import { consent } from '../../model/consent/consent.ts';

/** Lifetime of the visit cookie (spec 9), days. */
const visitDays = 365;
const visitCookie = 'waystory_visited';

/** spec 2.9: first-time visitors are welcomed once they have answered about cookies. */
export const shouldWelcome = (): boolean => readCookie(visitCookie) === null && consent() !== null;

/** Whether the path is a typical target of a shared link: a story, one of its stops, a person or a list. */
export const isSharedPath = (path: string): boolean => /^\/(itineraries\/(?!create)|users\/|lists\/)/.test(path);

export const rememberVisit = (): void => writeCookie(visitCookie, '1', visitDays);

import { messagePage } from '../../pages/message-page.ts';
import type { Page } from '../../pages/page.ts';

export const expiredPage = (origin: string): Page =>
  messagePage(
    origin,
    'This page has expired',
    'It was open for a long time, or you have signed in elsewhere since. Go back and start once more; nothing is lost.',
  );

/** @param code kind of error, for support. */
export const errorPage = (origin: string, code?: string): Page =>
  messagePage(
    origin,
    'That did not work',
    code ? `The app that sent you here asked for something we cannot do (${code}).` : 'Something went wrong on our side. Try again in a moment.',
  );

import { browserClient } from '@waystory/client/browser-client.ts';
import { type AdminRoutes, outlines } from '../catalogue/catalogue.ts';
import { question } from '../lib/question.ts';
import { currentRole, signInAgain } from '../session/session.ts';
import { attemptOn, type Choice, type Conflict } from './calls.ts';
import { createDataProvider } from './data-provider.ts';

/** Every call of the admin app, for what is more than a resource can do. */
export const api = browserClient<AdminRoutes>(outlines);

/** Does a call of `api` that is no resource's; asks to sign in again where that is needed. @throws Refusal */
export const attempt = attemptOn({ signInAgain });

const byName = api as unknown as Record<string, (sent: object) => Promise<unknown>>; // the catalogue names routes of this very client

/** Asked when something was changed by somebody else while it was being changed here. */
export const conflictQuestion = question<Conflict, Choice>();

export const dataProvider = createDataProvider({
  send: (route, sent) => byName[route]?.(sent) ?? Promise.reject(new Error(`There is no route ${route}`)),
  role: currentRole,
  signInAgain,
  onConflict: conflictQuestion.ask,
});

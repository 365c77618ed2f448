import { browserClient } from '@waystory/client/browser-client.ts';
import type { Client } from '@waystory/proto/kit/client.ts';
import { type AdminRoutes, outlines } from '../catalogue/catalogue.ts';
import { questionQueue } from '../lib/question.ts';
import { currentRole, signInAgain } from '../session/session.ts';
import type { ConflictChoice, EditConflict } from './calls.ts';
import { createDataProvider } from './data-provider.ts';
import { withRecovery } from './recovery.ts';
import { refusalOf } from './refusal.ts';

const client = browserClient<AdminRoutes>(outlines) as unknown as Record<string, (sent: object) => Promise<unknown>>; // as: called by route names from the catalogue
const send = withRecovery((route, sent) => client[route]?.(sent) ?? Promise.reject(new Error(`There is no route ${route}`)), signInAgain);

/**
 * Typed client with all routes of the admin app, for calls outside the data provider.
 * @throws Refusal from every method
 */
export const api = new Proxy({} as Client<AdminRoutes>, {
  get: (_, route: string) => (sent: object) =>
    send(route, sent).catch((error: unknown) => {
      throw refusalOf(error);
    }),
});

/** Pending question which version of a record to keep after an edit conflict. */
export const conflictQuestion = questionQueue<EditConflict, ConflictChoice>();

export const dataProvider = createDataProvider({ send, role: currentRole, onConflict: conflictQuestion.ask });

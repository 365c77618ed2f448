import { browserClient } from '@waystory/client/browser-client.ts';
import type { Client } from '@waystory/proto/kit/client.ts';
import { type AdminRoutes, outlines } from '../catalogue/catalogue.ts';
import { question } from '../lib/question.ts';
import { currentRole, signInAgain } from '../session/session.ts';
import type { Choice, Conflict } from './calls.ts';
import { createDataProvider } from './data-provider.ts';
import { recovering } from './recovery.ts';

const client = browserClient<AdminRoutes>(outlines) as unknown as Record<string, (sent: object) => Promise<unknown>>; // called by names in the catalogue
const send = recovering((route, sent) => client[route]?.(sent) ?? Promise.reject(new Error(`There is no route ${route}`)), signInAgain);

/** Every call of the admin app, for what is more than a resource can do. */
export const api = new Proxy({} as Client<AdminRoutes>, { get: (_, route: string) => (sent: object) => send(route, sent) });

/** Asked when something was changed by somebody else while it was being changed here. */
export const conflictQuestion = question<Conflict, Choice>();

export const dataProvider = createDataProvider({ send, role: currentRole, onConflict: conflictQuestion.ask });

import { z } from 'zod';
import { id, instant, numberInQuery, whole } from '../kit/field.ts';
import { defineRoutes, type Route } from '../kit/route.ts';

/** Default and largest page of a history. */
const usualLimit = 50;
const mostLimit = 200;

const fieldChange = z.object({
  name: z.string(),
  before: z.unknown().describe('Null when it had no value, or one that nobody may read any more'),
  after: z.unknown(),
});
export type FieldChange = z.output<typeof fieldChange>;

/** A part with events in the stream of its whole: a day or stop of a story. */
const part = z.object({ type: z.enum(['day', 'stop']), id });
export type HistoryPart = z.output<typeof part>;

/** An event of the log with its changes. */
export const historyEntry = z.object({
  version: z.int().describe('Of the whole after it, from 1'),
  at: instant,
  action: z.string().describe('Type of the event'),
  part: part.nullable().describe('What of the whole it is about; null is the whole'),
  actorId: id.nullable().describe('Null is the product itself'),
  role: z.string().nullable().describe('Of the actor, beyond that of an ordinary user'),
  cause: z
    .string()
    .nullable()
    .describe('What the product did it for: `tool:<thread>:<call>` is the assistant; null when somebody asked for just this'),
  jobId: id.nullable(),
  commandId: z.string().describe('The same for what happened at once'),
  fields: z.array(fieldChange),
});
export type HistoryEntry = z.output<typeof historyEntry>;

const history = z.object({
  items: z.array(historyEntry).describe('Newest first'),
  next: z.int().nullable().describe('`before` of the next page; null on the last one'),
});
export type History = z.output<typeof history>;

const query = z.strictObject({
  before: numberInQuery(whole.min(1, 'At least 1')).optional().describe('Only what came before this version'),
  limit: numberInQuery(whole.min(1, 'At least 1').max(mostLimit, `At most ${mostLimit}`)).default(usualLimit),
});
export type HistoryQuery = z.output<typeof query>;

type Of<P> = { path: `/${string}/history`; summary: string; access: Route['access']; params: P; errors: readonly string[] };
const historyRoute = <P extends z.ZodObject>(of: Of<P>) => ({ method: 'GET', query, reply: history, ...of }) as const;
const one = z.object({ id });

export const itineraryHistoryRoutes = defineRoutes({
  listItineraryHistory: historyRoute({
    path: '/itineraries/:id/history',
    summary: 'What happened to an itinerary with its days and stops; without its words when it is gone',
    access: 'history.read',
    params: one,
    errors: ['itinerary/unknown'],
  }),
});
export const accountHistoryRoutes = defineRoutes({
  listAccountHistory: historyRoute({
    path: '/accounts/:id/history',
    summary: 'What happened to an account; what its owner said of themselves is gone with it',
    access: 'history.read',
    params: one,
    errors: ['account/unknown'],
  }),
});
export const postHistoryRoutes = defineRoutes({
  listPostHistory: historyRoute({
    path: '/posts/:id/history',
    summary: 'What happened to a post; without its words when it is gone',
    access: 'history.read',
    params: one,
    errors: ['post/unknown'],
  }),
});
export const orderHistoryRoutes = defineRoutes({
  listOrderHistory: historyRoute({
    path: '/accounts/:accountId/orders/:id/history',
    summary: 'What happened to an order',
    access: 'orders.history',
    params: z.object({ accountId: id, id }),
    errors: ['order/unknown'],
  }),
});
export const caseHistoryRoutes = defineRoutes({
  listCaseHistory: historyRoute({
    path: '/cases/:id/history',
    summary: 'What moderators did with what was reported of a thing',
    access: 'history.read',
    params: one,
    errors: ['case/unknown'],
  }),
});

import { z } from 'zod';
import { id, instant, numberInQuery, whole } from '../kit/field.ts';
import { defineRoutes, route } from '../kit/route.ts';

/** Default and largest page size of a history. */
const usualLimit = 50;
const mostLimit = 200;

const fieldChange = z.object({
  name: z.string(),
  before: z.unknown().describe('Null when it had no value, or one that nobody may read any more'),
  after: z.unknown(),
});
export type FieldChange = z.output<typeof fieldChange>;

/** A day or stop, whose events are in the stream of its itinerary. */
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

const contract = { query, reply: history };
const one = z.object({ id });

export const itineraryHistoryRoutes = defineRoutes({
  listItineraryHistory: route.get(
    '/itineraries/:id/history',
    'What happened to an itinerary with its days and stops; without its words when it is gone',
    'history.read',
    { ...contract, params: one, errors: ['itinerary/unknown'] },
  ),
});
export const accountHistoryRoutes = defineRoutes({
  listAccountHistory: route.get(
    '/accounts/:id/history',
    'What happened to an account; what its owner said of themselves is gone with it',
    'history.read',
    { ...contract, params: one, errors: ['account/unknown'] },
  ),
});
export const postHistoryRoutes = defineRoutes({
  listPostHistory: route.get('/posts/:id/history', 'What happened to a post; without its words when it is gone', 'history.read', {
    ...contract,
    params: one,
    errors: ['post/unknown'],
  }),
});
export const orderHistoryRoutes = defineRoutes({
  listOrderHistory: route.get('/accounts/:accountId/orders/:id/history', 'What happened to an order', 'orders.history', {
    ...contract,
    params: z.object({ accountId: id, id }),
    errors: ['order/unknown'],
  }),
});
export const caseHistoryRoutes = defineRoutes({
  listCaseHistory: route.get('/cases/:id/history', 'What moderators did with what was reported of a thing', 'history.read', {
    ...contract,
    params: one,
    errors: ['case/unknown'],
  }),
});

import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { id, instant, numberInQuery, reason, text, whole } from '../kit/field.ts';
import { defineRoutes, route } from '../kit/route.ts';

/** Consumer, stream and type of a parked event. */
const concerned = z.object({ consumer: z.string(), subject: z.string(), eventType: z.string() });

/** Acts of administrators on a parked event, one stream per parked event. */
export const parkedEventEvents = defineEvents({
  ParkedEventReplayRequested: concerned,
  ParkedEventDiscarded: concerned.extend({ reason: z.string() }),
});
export type ParkedEventEvent = EventOf<typeof parkedEventEvents>;

export const parkedEventErrors = { 'parked-event/unknown': 'There is no such parked event any more.' } as const satisfies ErrorCatalogue;

/** Id of a parked event in any engine: a number or a UUID. */
const parkedId = z.string().regex(/^(\d{1,18}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, 'Must be the id of a parked event');

/** An event that a consumer failed to handle, or that waits behind such an event of its stream. */
export const parkedEvent = z.object({
  id: parkedId,
  consumer: z.string().describe('Build of a read model, an index or a reactor'),
  stream: z.string(),
  version: z.int().describe('Place of the event in its stream'),
  type: z.string(),
  position: z.int().describe('Place of the event in the log'),
  error: z.string().nullable().describe('What it failed with last; null when it waits for an earlier event of its stream'),
  parkedAt: instant,
});
export type ParkedEvent = z.output<typeof parkedEvent>;

/** A parked event with its data. */
export const parkedEventDetail = parkedEvent.extend({
  at: instant.describe('When it happened'),
  actorId: id.nullable().describe('Null is the product itself'),
  cause: z.string().nullable(),
  data: z.record(z.string(), z.unknown()).describe('What the event says, without what is personal'),
  withheld: z.array(z.string()).describe('Names of fields that are left out because they are personal'),
});
export type ParkedEventDetail = z.output<typeof parkedEventDetail>;

const usualLimit = 50;
const mostLimit = 200;

const query = z.strictObject({
  consumer: text(300).optional(),
  limit: numberInQuery(whole.min(1, 'At least 1').max(mostLimit, `At most ${mostLimit}`)).default(usualLimit),
});

const params = z.object({ id: parkedId });

export const parkedEventRoutes = defineRoutes({
  listParkedEvents: route.get('/parked-events', 'Events that consumers set aside: by consumer, by stream and in order', 'system.read', {
    query,
    reply: z.object({
      items: z.array(parkedEvent),
      consumers: z.array(z.object({ consumer: z.string(), events: z.int() })).describe('All consumers that set something aside, the most first'),
      total: z.int().describe('Of all consumers, counted up to 1000'),
    }),
  }),
  getParkedEvent: route.get('/parked-events/:id', 'A parked event with what it says', 'system.read', {
    params,
    reply: parkedEventDetail,
    errors: ['parked-event/unknown'],
  }),
  replayParkedEvent: route.post('/parked-events/:id/replay', 'Have the consumer try the events of its stream again', 'system.write', {
    params,
    reply: z.object({ id: parkedId, consumer: z.string(), stream: z.string() }),
    statuses: [202],
    errors: ['parked-event/unknown'],
  }),
  discardParkedEvent: route.delete(
    '/parked-events/:id',
    'Give up on a parked event; the consumer goes on with the later ones of its stream',
    'system.write',
    { params, query: z.strictObject({ reason }), errors: ['parked-event/unknown'] },
  ),
});

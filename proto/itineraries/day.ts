import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents } from '../kit/event.ts';
import { id, instant, text, version } from '../kit/field.ts';
import { type ListSpec, listQuery, pageOf } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';
import { audience } from './audience.ts';

/** Maximum number of days of an itinerary. */
export const maxDays = 100;

/** Texts of a day. */
export const dayFields = {
  title: text(120).trim().nullable(),
  description: text(4_000).nullable(),
};
const written = z.object(dayFields);

export const dayEvents = defineEvents({
  DayAdded: written.partial().extend({ dayId: id, number: z.int().min(1) }),
  DayRewritten: z.object({ dayId: id, changes: written.partial() }),
  DayRemoved: z.object({ dayId: id }),
});

export const dayErrors = {
  'day/unknown': 'There is no such day in this itinerary.',
  'day/too-many': `An itinerary has at most ${maxDays} days.`,
} as const satisfies ErrorCatalogue;

/** spec 3: Day. `stopIds` are in order; `stopsCount` counts accepted stops. */
export const day = written.extend({
  id,
  itineraryId: id,
  number: z.int(),
  stopIds: z.array(id),
  stopsCount: z.int(),
  ...audience.shape,
  version,
  createdAt: instant,
  updatedAt: instant,
});
export type Day = z.output<typeof day>;

export const dayList = {
  entity: 'Day',
  filterable: { id: 'id', number: 'number', title: 'text', stopIds: 'set', createdAt: 'time' },
  forms: { stopIds: id },
  sortable: ['number', 'createdAt', 'updatedAt', 'title'],
  defaultSort: 'number ASC',
} as const satisfies ListSpec;

const ofItinerary = z.object({ itineraryId: id });
const params = z.object({ itineraryId: id, id });
const path = '/itineraries/:itineraryId/days';

/** Constraints on the order of a day's stops. */
const orderRules = z.object({
  lockedStopIds: z.array(id).max(200).optional().describe('Keep their places in the order, as stops with a start time do among each other'),
  freeStart: z.boolean().optional().describe('Another stop may come first'),
  freeEnd: z.boolean().optional().describe('Another stop may come last'),
});

/** A proposed order of a day's stops, with its route length and that of the current order, kilometres. */
const dayOrder = z.object({
  dayId: id,
  stopIds: z.array(id).describe('In their new order'),
  kmBefore: z.number().min(0),
  kmAfter: z.number().min(0),
  exact: z.boolean().describe('No other order is shorter'),
  isChanged: z.boolean().describe('False when the order stays as it was, as no shorter one was found'),
});
export type DayOrder = z.output<typeof dayOrder>;

export const dayRoutes = defineRoutes({
  addDay: route.post(path, 'Add a day at the end of an itinerary', 'stories.write', {
    params: ofItinerary,
    body: written.partial(),
    reply: day,
    errors: ['itinerary/unknown', 'itinerary/not-yours', 'itinerary/in-bin', 'itinerary/too-large', 'day/too-many'],
  }),
  listDays: route.get(path, 'Days of an itinerary', 'stories.read', {
    params: ofItinerary,
    query: listQuery(dayList),
    reply: pageOf(day),
    errors: ['itinerary/unknown'],
  }),
  getDay: route.get(`${path}/:id`, 'One day', 'stories.read', { params, reply: day, errors: ['day/unknown'] }),
  patchDay: route.patch(`${path}/:id`, 'Change a day; stopIds sets which stops it has and their order', 'stories.write', {
    params,
    body: written.partial().extend({ stopIds: z.array(id).max(1_000).optional() }),
    reply: day,
    errors: ['day/unknown', 'stop/unknown', 'itinerary/not-yours', 'itinerary/in-bin', 'itinerary/too-large'],
  }),
  previewDayOrder: route.post(
    `${path}/:id/optimisation`,
    'The order with the shortest way, as the crow flies, and what it saves; nothing is written',
    'stories.write',
    { params, body: orderRules, reply: dayOrder, statuses: [200], errors: ['day/unknown', 'itinerary/not-yours', 'itinerary/in-bin'] },
  ),
  optimizeDay: route.post(`${path}/:id/optimize`, 'Put the stops of a day into the order with the shortest way, as the crow flies', 'stories.write', {
    params,
    body: orderRules,
    reply: dayOrder,
    statuses: [200],
    errors: ['day/unknown', 'itinerary/not-yours', 'itinerary/in-bin'],
  }),
  deleteDay: route.delete(`${path}/:id`, 'Remove a day; its stops stay in the itinerary', 'stories.write', {
    params,
    errors: ['day/unknown', 'itinerary/not-yours', 'itinerary/in-bin'],
  }),
});

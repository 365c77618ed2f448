import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents } from '../kit/event.ts';
import { id, imageUrl, instant, line, reason, text, version } from '../kit/field.ts';
import type { ListSpec } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';
import { image, shownImage } from '../media/image.ts';
import { addNullReason, hidingFields, reasonWith } from '../operations/moderation.ts';
import { audience, visibility } from './audience.ts';
import { binDays } from './bin.ts';
import { country } from './country.ts';
import { day, dayFields, maxDays } from './day.ts';
import { pictureUrlNote, refuseLongPictureUrls } from './picture-address.ts';
import { maxStops, stopOfNewItinerary, stopView } from './stop.ts';
import { mostStoryBytes } from './story-size.ts';

/** Texts of an itinerary. */
export const itineraryFields = {
  title: line(120, 'Give the itinerary a title'),
  shortDescription: text(300).nullable(),
  imageUrl: imageUrl.nullable().describe(pictureUrlNote),
  imageId: id.nullable(),
  highlights: z.array(line(120)).max(12, 'At most 12 highlights'),
  description: text(10_000).nullable(),
  countryIds: z.array(id).max(50, 'At most 50 countries'),
  firstDate: z.iso
    .date('Must be a date, for example 2026-05-04')
    .nullable()
    .describe('Date of the first day. Where it is set, the times of stops take the date of their day, whatever day they were written for'),
};
/** Default values of an itinerary. */
export const blankItinerary = {
  shortDescription: null,
  imageUrl: null,
  imageId: null,
  highlights: [],
  description: null,
  countryIds: [],
  firstDate: null,
};
const written = z.object(itineraryFields);
const first = written.partial().extend({ title: itineraryFields.title });

export const itineraryEvents = defineEvents(
  {
    ItineraryCreated: first.extend({ accountId: id, visibility }),
    ItineraryRewritten: z.object({ changes: written.partial() }),
    ItineraryVisibilityChanged: z.object({ visibility }),
    ItineraryHidden: z.object({ reason: reason.nullable() }),
    ItineraryRestored: z.object({ reason: reason.nullable() }),
    // `visibility` before the itinerary was binned, which is restored afterwards.
    ItineraryBinned: z.object({ visibility }),
    ItineraryUnbinned: z.object({}),
    ItineraryDeleted: z.object({ reason: reason.optional() }),
  },
  { ItineraryHidden: [addNullReason], ItineraryRestored: [addNullReason] },
);

export const itineraryErrors = {
  'itinerary/unknown': 'There is no such itinerary.',
  'itinerary/not-yours': 'Only the owner of an itinerary may change it.',
  'itinerary/only-moderators': 'Only moderators may hide or restore an itinerary.',
  'itinerary/too-large': 'This story is full: its texts and pictures together take more than 4 MB. Shorten or remove some, or begin another story.',
  'itinerary/in-bin': 'An itinerary in the bin can only be taken out of it, or deleted.',
  'itinerary/not-hidden': 'Moderators may delete an itinerary only when it is hidden, with a reason.',
  'itinerary/other-account': 'An itinerary can only be created for your own account.',
  'itinerary/no-such-country': 'There is no such country.',
  'itinerary/no-such-image': 'There is no such image.',
} as const satisfies ErrorCatalogue;

/** Public data of an author. */
export const author = z.object({ id, userName: z.string().nullable(), avatarUrl: z.string().nullable() });

/** spec 3: Itinerary. A leg is the route between two adjacent stops of a day; `stopsCount` counts accepted stops. */
export const itinerary = written.extend({
  id,
  ...audience.shape,
  hiddenReason: z.string().nullable().describe('What a moderator gave as the reason, while it is hidden'),
  binnedAt: instant.nullable().describe(`Since when it is in the bin, where only its owner sees it; after ${binDays} days it is deleted`),
  binnedVisibility: visibility.nullable().describe('Who sees it again when it is taken out of the bin'),
  publishedAt: instant.nullable().describe('When everyone could see it for the first time; publishing it again changes nothing'),
  dayIds: z.array(id),
  daysCount: z.int(),
  stopIds: z.array(id),
  stopsCount: z.int(),
  legIds: z.array(z.string()),
  legsCount: z.int(),
  likeCount: z.int(),
  version,
  createdAt: instant,
  updatedAt: instant,
});
export type Itinerary = z.output<typeof itinerary>;

/** An itinerary with data of other entities. */
export const itineraryView = itinerary.extend({
  accountUserName: z.string().nullable(),
  account: author.nullable(),
  countries: z.array(country),
  countryImageUrl: z.string().nullable(),
  image: image.nullable(),
  days: z.array(day).optional().describe('With include=days'),
  stops: z.array(stopView).optional().describe('With include=stops'),
});

/** An itinerary without days and stops, as in lists and after writes. */
const itineraryAlone = itineraryView.omit({ days: true, stops: true });

/** spec 3: Itinerary projection, a card on the map and in lists. */
export const itineraryCard = z.object({
  id,
  title: z.string(),
  imageUrl: z.string().nullable(),
  image: shownImage.nullable().describe('What is at imageUrl, with whom it is owed to; null for an address that was typed in'),
  likeCount: z.int(),
  daysCount: z.int(),
  stopsCount: z.int(),
  accountUserName: z.string().nullable(),
  countryImageUrl: z.string().nullable(),
});

const listing = {
  entity: 'Itinerary',
  filterable: {
    id: 'id',
    accountId: 'id',
    title: 'text',
    visibility: 'text',
    hidden: 'flag',
    countryIds: 'set',
    likeCount: 'number',
    daysCount: 'number',
    stopsCount: 'number',
    binnedAt: 'time',
    publishedAt: 'time',
    createdAt: 'time',
    updatedAt: 'time',
  },
  forms: { visibility, countryIds: id },
  sortable: ['publishedAt', 'createdAt', 'updatedAt', 'title', 'likeCount', 'daysCount', 'stopsCount'],
} as const;
export const itineraryList = { ...listing, defaultSort: 'createdAt DESC' } as const satisfies ListSpec;
/** Cards are small, so that a map or a program gets a thousand at once. */
export const itineraryCardList = { ...itineraryList, maxLimit: 1_000 } as const satisfies ListSpec;

const params = z.object({ id });
const daysCount = z
  .int()
  .min(0, 'At least 0')
  .max(maxDays, `At most ${maxDays}`)
  .optional()
  .describe('Days that the itinerary begins with; those beyond days are untitled');
const stopsInOrder = z.array(stopOfNewItinerary).max(maxStops, `At most ${maxStops} stops`).optional();
const days = z
  .array(z.strictObject({ ...z.object(dayFields).partial().shape, stops: stopsInOrder.describe('Stops of the day, in order') }))
  .max(maxDays, `At most ${maxDays} days`)
  .optional()
  .describe('Days that the itinerary begins with, in order, with their stops');

/** Most stops of a new itinerary whose places are looked up, because each look-up is a call of the place search. */
const maxLookUps = 100;

/** A new itinerary, alone or as a whole story with days and stops. */
const newItinerary = first
  .extend({
    visibility: visibility.optional(),
    accountId: id.optional(),
    daysCount,
    days,
    stops: stopsInOrder.describe('Stops without a day, in order'),
  })
  .superRefine(refuseLongPictureUrls)
  .superRefine(({ days: given = [], stops = [] }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['days'], message });
    const all = [...given.flatMap((one) => one.stops ?? []), ...stops];
    if (all.length > maxStops) refuse(`At most ${maxStops} stops in all`);
    if (all.filter(({ locationQuery, mapboxId }) => locationQuery ?? mapboxId).length > maxLookUps)
      refuse(`At most ${maxLookUps} stops in all with locationQuery or mapboxId`);
  });
const include = z
  .string()
  .regex(/^(days|stops)(,(days|stops))*$/, 'Must be days, stops or days,stops')
  .transform((value) => value.split(','))
  .pipe(z.array(z.enum(['days', 'stops'])))
  .optional()
  .describe('days, stops or days,stops: the whole story in one answer');

export const itineraryRoutes = defineRoutes({
  createItinerary: route.post('/itineraries', 'Create an itinerary, with its days and stops if given', 'stories.create', {
    body: newItinerary,
    maxBodyBytes: mostStoryBytes,
    reply: itineraryAlone,
    errors: [
      ...(['itinerary/other-account', 'itinerary/no-such-country', 'itinerary/no-such-image', 'itinerary/too-large'] as const),
      ...(['stop/no-such-image', 'place/unknown', 'place/ambiguous', 'place/not-found'] as const),
    ],
  }),
  listItineraries: route.list('/itineraries', 'List itineraries', 'stories.read', itineraryList, itineraryAlone),
  getItinerary: route.get('/itineraries/:id', 'One itinerary', 'stories.read', {
    params,
    query: z.object({ include }),
    reply: itineraryView,
    errors: ['itinerary/unknown'],
  }),
  patchItinerary: route.patch('/itineraries/:id', 'Change, publish or withdraw an itinerary', 'stories.write', {
    params,
    body: reasonWith(
      'hidden',
      written
        .partial()
        .extend({ visibility: visibility.optional(), ...hidingFields })
        .superRefine(refuseLongPictureUrls),
    ),
    reply: itineraryAlone,
    errors: [
      ...(['itinerary/unknown', 'itinerary/not-yours', 'itinerary/only-moderators', 'itinerary/in-bin'] as const),
      ...(['itinerary/no-such-country', 'itinerary/no-such-image', 'itinerary/too-large'] as const),
    ],
  }),
  binItinerary: route.post(
    '/itineraries/:id/bin',
    `Put an itinerary into the bin: only its owner sees it, and after ${binDays} days it is deleted`,
    'stories.write',
    { params, reply: itineraryAlone, statuses: [200], errors: ['itinerary/unknown', 'itinerary/not-yours'] },
  ),
  unbinItinerary: {
    method: 'DELETE',
    path: '/itineraries/:id/bin',
    summary: 'Take an itinerary out of the bin, as it was before',
    access: 'stories.write',
    params,
    reply: itineraryAlone,
    statuses: [200],
    errors: ['itinerary/unknown', 'itinerary/not-yours'],
  },
  deleteItinerary: route.delete('/itineraries/:id', 'Delete an itinerary for good; moderators those that are hidden', 'stories.write', {
    params,
    query: z.object({ reason: reason.optional().describe('Of somebody with a role; without it, that for which it was hidden') }),
    errors: ['itinerary/unknown', 'itinerary/not-yours', 'itinerary/not-hidden'],
  }),
  listItineraryProjections: route.list('/itinerary-projections', 'Itineraries as cards', 'stories.read', itineraryCardList, itineraryCard),
});

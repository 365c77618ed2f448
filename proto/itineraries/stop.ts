import { z } from 'zod';
import { describeFields, rulesOf } from '../kit/described-field.ts';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents } from '../kit/event.ts';
import { address, coordinates, countryCode, id, imageUrl, instant, line, text, version } from '../kit/field.ts';
import { type ListSpec, listQuery, listShape, pageOf, placeInList } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';
import { image } from '../media/image.ts';
import { audience, visibility } from './audience.ts';
import { optionalBounds, refusePartialBounds } from './bounds.ts';
import { country } from './country.ts';
import { placeholderDate } from './day-date.ts';
import { pictureUrlNote, refuseLongPictureUrls } from './picture-address.ts';
import { placeOrigin } from './place.ts';
import { maxStopIndex } from './stop-order.ts';
import { namesOnePlace, onePlaceMessage, onePlaceSchema, placeReference, stopPlace } from './stop-place.ts';

/** Most stops of an itinerary (spec 9). */
export const maxStops = 1_000;

/** Longest title of a stop, characters. */
export const longestTitle = 120;

const moment = (meaning: string) =>
  instant.nullable().describe(`${meaning}, on the clock of the place, as if that were UTC; on ${placeholderDate} when only the clock is known`);

const minutes = (meaning: string) => z.int().min(0).max(10_080, 'At most a week').nullable().describe(meaning);

/** A picture of a stop with its caption: a stored image, or a URL. */
export const stopPicture = z.object({ imageUrl: imageUrl.describe(pictureUrlNote), imageId: id.nullable(), caption: text(200).nullable() });
export type StopPicture = z.output<typeof stopPicture>;

type Pictured = { imageId?: string | null | undefined; gallery?: readonly Pick<StopPicture, 'imageId'>[] | undefined };

/** Image ids of the main picture and of the gallery, in order; null for a picture that has only a URL. */
export const imageIdsOf = ({ imageId = null, gallery = [] }: Pictured) => [imageId, ...gallery.map((picture) => picture.imageId)];

/** Writable fields of a stop. Request body, event, view, forms, admin pages and tools are derived from this table. */
export const stopTable = describeFields({
  title: { rule: line(longestTitle, 'Give the stop a name'), kind: 'line', section: 'where', tool: true },
  highlight: { rule: text(200).nullable(), kind: 'line', section: 'words', tool: 'Why to go there, in a few words' },
  description: { rule: text(4_000).nullable(), kind: 'text', section: 'words', tool: true },
  imageUrl: { rule: imageUrl.nullable().describe(pictureUrlNote), kind: 'picture' },
  imageId: { rule: id.nullable(), kind: 'picture' },
  imageCaption: { rule: text(200).nullable(), kind: 'line' },
  gallery: {
    rule: z.array(stopPicture).max(19, 'At most 20 pictures').describe('More pictures, in their order after the one of imageUrl'),
    kind: 'pictures',
  },
  startTime: { rule: moment('When one begins'), kind: 'moment', tool: 'Only when it is fixed, for example a booked entry' },
  arrivalTime: { rule: moment('When one arrives'), kind: 'moment' },
  departureTime: { rule: moment('When one leaves'), kind: 'moment' },
  travelTimeMinutes: { rule: minutes('Way from the stop before, minutes'), kind: 'minutes', section: 'moreTimes', label: 'Way here, minutes' },
  durationMinutes: { rule: minutes('Planned stay, minutes'), kind: 'minutes', section: 'times', label: 'Planned stay, minutes', tool: true },
});
export const stopFields = rulesOf(stopTable);
const blank = Object.fromEntries(Object.keys(stopFields).map((field) => [field, null])) as Record<keyof typeof stopFields, null>; // as: the keys are those of stopFields
/** Default values of a stop's fields. */
export const blankStop = { ...blank, gallery: [] };
const written = z.object(stopFields);
// An event contains the written fields only. Missing fields have their default, also in events older than the field.
const first = written.partial().extend({ title: stopFields.title });
export type WrittenStop = z.output<typeof written>;

/** spec 4: the assistant suggests, the owner accepts. Stops that a person adds are accepted at once. */
export const stopState = z.enum(['SUGGESTED', 'ACCEPTED']);
const index = z.int().min(0).max(maxStopIndex);
const placement = { dayIds: z.array(id).max(100), index };
const dayIndexes = z
  .array(z.object({ dayId: id, index }))
  .max(100)
  .optional();

export const stopEvents = defineEvents({
  StopAdded: first.extend({
    stopId: id,
    ...placement,
    dayIndexes,
    ...stopPlace.shape,
    placeOrigin: placeOrigin.optional(),
    state: stopState,
    origin: z.enum(['PERSON', 'ASSISTANT', 'WORLD']),
  }),
  StopRewritten: z.object({ stopId: id, changes: written.partial() }),
  StopMoved: z.object({ stopId: id, ...placement, dayIndexes }),
  // `state` is repeated for read models that contain only stops at custom places.
  StopRelocated: z.object({ stopId: id, ...stopPlace.shape, placeOrigin: placeOrigin.optional(), state: stopState }),
  StopAccepted: z.object({ stopId: id }),
  StopSuggested: z.object({ stopId: id }),
  StopRemoved: z.object({ stopId: id }),
});

export const stopErrors = {
  'stop/unknown': 'There is no such stop in this itinerary.',
  'stop/too-many': `An itinerary has at most ${maxStops} stops.`,
  'stop/no-such-image': 'There is no such image.',
} as const satisfies ErrorCatalogue;

/** spec 3: Stop. */
export const stop = written.extend({
  id,
  itineraryId: id,
  ...placement,
  dayIndexes: dayIndexes.describe('Days on which a stop of several days has another place in the order than index'),
  daysCount: z.int(),
  ...stopPlace.shape,
  isLocated: z.boolean().describe('False as long as nobody has said where it is: the map does not show it'),
  addressCity: z.string().nullable(),
  addressCountry: z.string().nullable(),
  addressLine: z.string().nullable(),
  addressState: z.string().nullable(),
  state: stopState,
  origin: z.enum(['PERSON', 'ASSISTANT', 'WORLD']),
  ...audience.shape,
  version,
  createdAt: instant,
  updatedAt: instant,
});
export type Stop = z.output<typeof stop>;

/** A stop with its images, country and place. */
export const stopView = stop.extend({
  image: image.nullable().describe('The image that imageId names'),
  galleryImages: z.array(image.nullable()).describe('The images that the pictures of gallery name, in their order'),
  country: country.pick({ id: true, code: true, name: true, imageUrl: true }).nullable(),
  place: z.object({ id, name: z.string(), placeName: z.string(), coordinates, address }).describe('The place as it was when the stop was added'),
});
export type StopView = z.output<typeof stopView>;

/** spec 3: Stop projection, with the title of its marker and the country in whose counts it is included. */
export const stopProjection = z.object({
  stopId: id,
  placeId: id,
  itineraryId: id,
  title: z.string(),
  countryCode: countryCode.nullable(),
  placeAddressCountryName: z.string().nullable(),
  placeCoordinatesLatitude: z.number(),
  placeCoordinatesLongitude: z.number(),
});

const listing = {
  entity: 'Stop',
  filterable: {
    id: 'id',
    itineraryId: 'id',
    state: 'text',
    dayIds: 'set',
    placeId: 'id',
    countryId: 'id',
    countryCode: 'text',
    addressCity: 'text',
    title: 'text',
    isLocated: 'flag',
    accountId: 'id',
    visibility: 'text',
    hidden: 'flag',
    createdAt: 'time',
    updatedAt: 'time',
  },
  forms: { state: stopState, dayIds: id, countryCode, visibility },
  sortable: ['index', 'title', 'createdAt', 'updatedAt'],
} as const;
/** spec 9: stop lists of an itinerary take up to 1000. */
export const stopList = { ...listing, defaultSort: 'index ASC', maxLimit: maxStops } as const satisfies ListSpec;
export const allStopsList = { ...listing, defaultSort: 'createdAt DESC', maxLimit: maxStops } as const satisfies ListSpec;

/** Decision of the owner about suggested stops: ACCEPTED stops stay, DECLINED stops are removed. */
export const suggestionDecision = z.enum(['ACCEPTED', 'DECLINED']);
export type SuggestionDecision = z.output<typeof suggestionDecision>;

const newStopShape = {
  ...written.partial().shape,
  state: stopState.optional().describe('SUGGESTED: proposed by the assistant, and nowhere but on the page of its owner until that accepts it'),
  ...placeReference,
};
type PlacedAndPictured = Parameters<typeof namesOnePlace>[0] & Parameters<typeof refuseLongPictureUrls>[0];
/** Adds the rules that concern several fields. */
const checkedStop = <S extends z.ZodType<PlacedAndPictured>>(stop: S) =>
  stop
    .refine(namesOnePlace, { message: onePlaceMessage, path: ['placeId'] })
    .superRefine(refuseLongPictureUrls)
    .meta(onePlaceSchema);

/** A stop of a new itinerary. Its day and index follow from its position in the request. */
export const stopOfNewItinerary = checkedStop(z.strictObject(newStopShape));

const ofItinerary = z.object({ itineraryId: id });
const params = z.object({ itineraryId: id, id });
const path = '/itineraries/:itineraryId/stops';

export const stopRoutes = defineRoutes({
  addStop: route.post(path, 'Add a stop at a place', 'stories.write', {
    params: ofItinerary,
    body: checkedStop(z.strictObject({ ...newStopShape, dayIds: placement.dayIds.optional(), index: placement.index.optional() })),
    reply: stopView,
    errors: [
      'itinerary/unknown',
      'itinerary/not-yours',
      'itinerary/in-bin',
      'itinerary/too-large',
      'day/unknown',
      'place/unknown',
      'place/ambiguous',
      'place/not-found',
      'stop/too-many',
      'stop/no-such-image',
    ],
  }),
  listItineraryStops: route.get(path, 'Stops of an itinerary', 'stories.read', {
    params: ofItinerary,
    query: listQuery(stopList),
    reply: pageOf(stopView),
    errors: ['itinerary/unknown'],
  }),
  getItineraryStop: route.get(`${path}/:id`, 'One stop of an itinerary', 'stories.read', { params, reply: stopView, errors: ['stop/unknown'] }),
  patchStop: route.patch(`${path}/:id`, 'Change, move, relocate, accept or suggest a stop', 'stories.write', {
    params,
    body: written
      .partial()
      .extend({
        dayIds: placement.dayIds.optional(),
        index: placement.index.optional().describe('Place on the days that the stop is new on; when it is new on none, on all of its days'),
        state: stopState.optional(),
        place: z
          .strictObject(placeReference)
          .refine(namesOnePlace, { message: onePlaceMessage, path: ['placeId'] })
          .meta(onePlaceSchema)
          .optional()
          .describe('Another place for the stop, named as addStop takes it'),
      })
      .superRefine(refuseLongPictureUrls),
    reply: stopView,
    errors: [
      ...(['stop/unknown', 'day/unknown', 'itinerary/not-yours', 'itinerary/in-bin', 'itinerary/too-large', 'stop/no-such-image'] as const),
      ...(['place/unknown', 'place/ambiguous', 'place/not-found'] as const),
    ],
  }),
  deleteStop: route.delete(`${path}/:id`, 'Remove a stop', 'stories.write', {
    params,
    errors: ['stop/unknown', 'itinerary/not-yours', 'itinerary/in-bin'],
  }),
  decideStops: route.post(
    '/itineraries/:itineraryId/stop-decisions',
    'Accept or decline suggested stops, all of them or none; what is decided already, or gone, stays so',
    'stories.write',
    {
      params: ofItinerary,
      body: z.strictObject({ stopIds: z.array(id).min(1).max(maxStops), decision: suggestionDecision }),
      reply: z.object({ accepted: z.array(id).describe('Those of them that are part of the itinerary now') }),
      statuses: [200],
      errors: ['itinerary/unknown', 'itinerary/not-yours', 'itinerary/in-bin'],
    },
  ),
  listStops: route.list('/stops', 'List stops of all itineraries', 'stories.read', allStopsList, stopView),
  getStop: route.get('/stops/:id', 'One stop', 'stories.read', { params: z.object({ id }), reply: stopView, errors: ['stop/unknown'] }),
  listStopProjections: route.get('/stop-projections', 'Accepted stops as the map reads them, optionally within bounds', 'stories.read', {
    query: z
      .strictObject({ ...listShape(allStopsList), ...optionalBounds })
      .superRefine(refusePartialBounds)
      .transform(placeInList),
    reply: pageOf(stopProjection),
  }),
});

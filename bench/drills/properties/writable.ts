import fc from 'fast-check';
import type { Caller } from './embedded-product.ts';
import { furtherWrites } from './further-writes.ts';
import { image, orNull, words } from './sample-values.ts';

type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** A write as the specification has it: which fields a client may set, and to what. */
export interface Writable {
  name: string;
  method: 'POST' | 'PUT' | 'PATCH';
  path: string;
  by: Caller;
  /** Without these nothing is taken. */
  needed: Fields;
  /** These may be left out. */
  free: Fields;
  /** Where the thing can be read again; one that is made anew is what the answer says. */
  readAt?: string;
  /** Fields that follow from others. */
  follows?: readonly string[];
  /** Only what is refused is tried: there is an end to how many are taken, or nothing comes of it. */
  refusedOnly?: boolean;
}

const minutes = fc.integer({ min: 0, max: 600 });
const time = fc.constantFrom('2026-05-01T08:00:00.000Z', '2026-05-02T09:30:00.000Z');
const coordinates = fc.record({ latitude: fc.integer({ min: -80, max: 80 }), longitude: fc.integer({ min: -170, max: 170 }) });

const itinerary: Fields = {
  shortDescription: orNull(words(300)),
  imageUrl: orNull(image),
  highlights: fc.array(words(100), { maxLength: 3 }),
  description: orNull(words(500)),
};
const stop: Fields = {
  highlight: orNull(words(100)),
  description: orNull(words(100)),
  imageUrl: orNull(image),
  startTime: orNull(time),
  arrivalTime: orNull(time),
  departureTime: orNull(time),
  travelTimeMinutes: orNull(minutes),
  durationMinutes: orNull(minutes),
  index: fc.integer({ min: 0, max: 50 }),
};
const day: Fields = { title: orNull(words(100)), description: orNull(words(100)) };
const place: Fields = {
  placeName: orNull(words(100)),
  maki: orNull(words(20)),
  imageUrl: orNull(image),
  relevance: orNull(fc.constantFrom(0, 0.5, 1)),
};

/** Ids of the things that writes are tried on. */
export interface Stage {
  owner: Caller;
  moderator: Caller;
  admin: Caller;
  itineraryId: string;
  otherId: string;
  dayId: string;
  stopId: string;
  postId: string;
  reactionId: string;
  followId: string;
  countryId: string;
  placeId: string;
  reportId: string;
}

const stories = ({ owner, itineraryId, dayId, stopId }: Stage): Writable[] => {
  const at = `/itineraries/${itineraryId}`;
  return [
    {
      name: 'createItinerary',
      method: 'POST',
      path: '/itineraries',
      by: owner,
      needed: { title: words(100) },
      free: { ...itinerary, visibility: fc.constantFrom('PRIVATE', 'PUBLIC') },
    },
    {
      name: 'patchItinerary',
      method: 'PATCH',
      path: at,
      by: owner,
      readAt: at,
      needed: {},
      free: { title: words(100), visibility: fc.constantFrom('UNLISTED', 'PUBLIC'), ...itinerary },
    },
    { name: 'addDay', refusedOnly: true, method: 'POST', path: `${at}/days`, by: owner, needed: {}, free: day },
    { name: 'patchDay', method: 'PATCH', path: `${at}/days/${dayId}`, by: owner, readAt: `${at}/days/${dayId}`, needed: {}, free: day },
    { name: 'addStop', refusedOnly: true, method: 'POST', path: `${at}/stops`, by: owner, needed: { coordinates, title: words(100) }, free: stop },
    {
      name: 'patchStop',
      method: 'PATCH',
      path: `${at}/stops/${stopId}`,
      by: owner,
      readAt: `/stops/${stopId}`,
      needed: {},
      free: { ...stop, title: words(100), state: fc.constantFrom('ACCEPTED', 'SUGGESTED') },
    },
  ];
};

const social = ({ owner, moderator, otherId, postId, reactionId, followId, reportId }: Stage): Writable[] => {
  const on = { postableType: fc.constant('itinerary'), postableId: fc.constant(otherId) };
  const to = { reactableType: fc.constant('itinerary'), reactableId: fc.constant(otherId) };
  const kind = { reactionType: fc.constantFrom('like', 'dislike') };
  return [
    {
      name: 'createPost',
      method: 'POST',
      path: '/posts',
      by: owner,
      needed: { text: words(100), ...on },
      free: { imageUrl: orNull(image), replyToId: orNull(fc.constant(postId)) },
    },
    {
      name: 'patchPost',
      method: 'PATCH',
      path: `/posts/${postId}`,
      by: owner,
      readAt: `/posts/${postId}`,
      needed: {},
      free: { text: words(100), imageUrl: orNull(image) },
    },
    { name: 'createReaction', method: 'POST', path: '/reactions', by: owner, needed: { ...to, ...kind }, free: {} },
    {
      name: 'patchReaction',
      method: 'PATCH',
      path: `/reactions/${reactionId}`,
      by: owner,
      readAt: `/reactions/${reactionId}`,
      needed: kind,
      free: {},
    },
    {
      name: 'patchFollow',
      method: 'PATCH',
      path: `/follows/${followId}`,
      by: owner,
      readAt: `/follows/${followId}`,
      needed: { muted: fc.boolean() },
      free: {},
    },
    {
      name: 'updateAccount',
      method: 'PUT',
      path: `/accounts/${owner.accountId}`,
      by: owner,
      readAt: '/accounts/me',
      needed: {},
      free: { aboutMe: orNull(words(300)), avatarUrl: orNull(image) },
    },
    {
      name: 'patchReport',
      method: 'PATCH',
      path: `/reports/${reportId}`,
      by: moderator,
      readAt: `/reports/${reportId}`,
      needed: { state: fc.constantFrom('open', 'resolved', 'dismissed') },
      free: { note: orNull(words(100)) },
      follows: ['moderatorId'],
    },
  ];
};

const geography = ({ admin, countryId, placeId }: Stage): Writable[] => [
  {
    name: 'patchCountry',
    method: 'PATCH',
    path: `/countries/${countryId}`,
    by: admin,
    readAt: `/countries/${countryId}`,
    needed: {},
    free: { name: words(100), imageUrl: orNull(image) },
  },
  { name: 'createPlace', method: 'POST', path: '/places', by: admin, needed: { name: words(100), coordinates }, free: place },
  {
    name: 'patchPlace',
    method: 'PATCH',
    path: `/places/${placeId}`,
    by: admin,
    readAt: `/places/${placeId}`,
    needed: {},
    free: { name: words(100), ...place },
  },
];

/** Every kind of write that a client has, with what it may set. */
export const writables = (stage: Stage): Writable[] => [...stories(stage), ...social(stage), ...geography(stage), ...furtherWrites(stage)];

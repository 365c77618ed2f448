import type { Access } from '@waystory/proto/kit/access.ts';
import type { Act, Variant } from './expected-status.ts';
import type { TargetIds, TargetKind } from './things.fixture.ts';

/** A case of the access matrix: requests with one effect to one route. Every caller sends a request for each variant of the target. */
export interface AccessCase {
  route: string;
  act: Act;
  kind: TargetKind;
  variants: readonly Variant[];
  /** Matrix row for the visibility of the target; by default the route's own row. */
  seen?: Access;
  body?: (ids: TargetIds, number: number) => object;
  query?: (ids: TargetIds) => string;
  /** Path parameters, where their names differ from those of the target's ids. */
  params?: (ids: TargetIds) => TargetIds;
  /** Status of a success, where it differs from the route's usual one. */
  status?: number;
  /** The target belongs to none of the callers. */
  foreign?: boolean;
}

type More = Partial<Omit<AccessCase, 'route' | 'act'>>;
const of =
  (kind: TargetKind, variants: readonly Variant[], seen?: Access) =>
  (route: string, act: Act, more: More = {}) =>
    ({ route, act, kind, variants, ...(seen && { seen }), ...more }) satisfies AccessCase;

const inStories = ['own', 'public', 'unlisted', 'private', 'hidden', 'deleted', 'unknown', 'malformed'] as const;
const itinerary = of('itinerary', inStories, 'stories.read');
const day = of('day', inStories, 'stories.read');
const stop = of('stop', inStories, 'stories.read');
const post = of('post', inStories, 'posts.read');
const reaction = of('reaction', inStories, 'reactions.read');
const account = of('account', ['own', 'public', 'deleted', 'unknown', 'malformed'], 'profiles.read');
const newcomer = of('newcomer', ['public', 'unknown', 'malformed'], 'profiles.read');
const follow = of('follow', ['own', 'private', 'deleted', 'unknown', 'malformed'], 'follows.read');
const followed = of('followed', ['own', 'public', 'unknown', 'malformed']);
const kept = of('kept', ['own', 'public', 'unknown', 'malformed']);
/** A collection with one stop. */
const shelf = of('shelf', ['own', 'private', 'deleted', 'unknown', 'malformed'], 'collections.read');
const job = of('job', ['own', 'private', 'unknown', 'malformed'], 'jobs.own');
const chat = of('chat', ['private', 'unknown', 'malformed']);
const report = of('report', ['private', 'unknown', 'malformed'], 'reports.read');
/** Moderation case of a reported target. */
const reported = of('reported', ['private', 'unknown', 'malformed'], 'reports.read');
const order = (route: string, act: Act, more: More = {}) =>
  of('order', ['own', 'private', 'unknown', 'malformed'], 'orders.read')(route, act, {
    params: ({ id = '', accountId: of = id }) => ({ accountId: of, id }),
    ...more,
  });
const country = of('country', ['public', 'deleted', 'unknown', 'malformed'], 'geography.read');
const place = of('place', ['public', 'deleted', 'unknown', 'malformed'], 'geography.read');
/** Resources of the running product: without an owner, visible to administrators. */
const ofSystem = (kind: TargetKind) => of(kind, ['private', 'unknown', 'malformed'], 'system.read');
const absent = of('nothing', ['unknown', 'malformed']);
const anything = of('nothing', ['public', 'malformed']);
/** A malformed list request carries an unknown query parameter. */
const list = (route: string, query = '') => anything(route, 'call', { query: ({ id }) => (id === 'not-an-id' ? 'colour=red' : query) });

const coordinates = { latitude: 1, longitude: 2 };
const ofItinerary = ({ itineraryId = '' }: TargetIds): TargetIds => ({ itineraryId });
const readModel = ({ id = '' }: TargetIds): TargetIds => ({ name: id === 'not-an-id' ? 'Not-a-name' : id });
const accountId = ({ id = '' }: TargetIds): TargetIds => ({ accountId: id });
const onShelf = ({ id = '', targetId = id }: TargetIds): TargetIds => ({ id, targetId });
/** A dry run changes nothing, so every caller can send the same request. */
const dryRun = ({ id = '' }: TargetIds): string => (id === 'not-an-id' ? 'dryRun=true' : `dryRun=true&filter=${JSON.stringify({ id })}`);
const bulk = (things: string, change: object, more: More = {}) => [
  anything(`patch${things}`, 'call', { query: dryRun, body: () => change, ...more }),
  anything(`delete${things}`, 'call', { query: dryRun, ...more }),
];
const daysOf = { params: (): TargetIds => ({ itineraryId: '00000000-0000-7000-8000-000000000000' }) };
const reporting = (reportableType: string) => ({ body: ({ id }: TargetIds) => ({ reportableType, reportableId: id, reason: 'spam' }) });

/** Cases for every route in `definitions`, except the routes in `routesTestedElsewhere`. */
export const accessCases: readonly AccessCase[] = [
  anything('createAccount', 'call', { variants: ['public'] }),
  list('listAccounts'),
  list('getMyAccount'),
  list('searchAccounts', 'q=ada'),
  account('getAccount', 'read'),
  account('updateAccount', 'write', { body: (_, number) => ({ aboutMe: `About ${number}` }) }),
  account('updateAccount', 'moderate', { variants: ['own', 'public', 'unknown'], body: () => ({ suspended: false }) }),
  account('deleteAccount', 'write', { kind: 'newcomer', variants: ['public', 'unknown', 'malformed'], foreign: true }),
  ...bulk('Accounts', { aboutMe: null }),
  newcomer('createFollow', 'use', { body: ({ id }) => ({ followingId: id }) }),
  list('listFollows'),
  follow('getFollow', 'read'),
  follow('patchFollow', 'write', { body: () => ({ muted: true }) }),
  followed('deleteFollow', 'withdraw'),
  ...bulk('Follows', { muted: true }),

  itinerary('listChats', 'read', { kind: 'account', variants: account('', 'read').variants, seen: 'profiles.read', params: accountId }),
  list('listChatCounts'),
  chat('getChatCount', 'read'),
  chat('discloseChat', 'write', { params: ({ id = '', accountId: of = id }) => ({ accountId: of, id }), body: () => ({ reason: 'A complaint' }) }),
  absent('getChat', 'read', { params: ({ id = '' }) => ({ accountId: id, id }) }),
  absent('patchChat', 'write', { params: ({ id = '' }) => ({ accountId: id, id }), body: () => ({ title: 'Lisbon' }) }),
  absent('deleteChat', 'write', { params: ({ id = '' }) => ({ accountId: id, id }) }),
  absent('reverseAnswer', 'write', {
    params: ({ id = '' }) => ({ accountId: id, id, messageId: '00000000-0000-7000-8000-000000000000' }),
    body: () => ({ reversed: true }),
  }),
  anything('startChat', 'call', { body: ({ id }) => (id === 'not-an-id' ? {} : { messages: [{ role: 'user', content: 'Hello' }] }) }),
  absent('continueChat', 'write', { params: ({ id = '' }) => ({ threadId: id }), body: () => ({ messages: [{ role: 'user', content: 'Hello' }] }) }),
  absent('goOnChat', 'write', { params: ({ id = '' }) => ({ threadId: id }) }),
  absent('decideChanges', 'write', {
    params: ({ id = '' }) => ({ threadId: id }),
    body: () => ({ toolCallIds: ['00000000-0000-7000-8000-000000000001'], decision: 'DECLINED' }),
  }),
  absent('stopChat', 'write', { params: ({ id = '' }) => ({ threadId: id }) }),
  absent('listChatMessages', 'read', { params: ({ id = '' }) => ({ threadId: id }) }),
  absent('resumeChat', 'read', { query: ({ id }) => `chatId=${id}` }),
  anything('reserveCredits', 'call', { params: ({ id = '' }) => ({ accountId: id, id }), body: () => ({ credits: 1 }) }),
  absent('closeReservation', 'write', { params: ({ id = '' }) => ({ accountId: id, id }), body: () => ({ state: 'RELEASED' }) }),
  anything('listPackages', 'call', { params: accountId }),
  account('createOrder', 'withdraw', { variants: ['own', 'public', 'malformed'], params: accountId, body: () => ({ packageId: 'starter' }) }),
  // Admins may read orders and credits of deleted and unknown accounts, so both variants are left out.
  account('listOrders', 'read', { variants: ['own', 'public', 'malformed'], params: accountId }),
  account('listCredits', 'read', { variants: ['own', 'public', 'malformed'], params: accountId }),
  list('listAllOrders'),
  order('getAnyOrder', 'read', { variants: ['private', 'unknown', 'malformed'], params: ({ id = '' }) => ({ id }) }),
  order('getOrder', 'read'),
  order('cancelOrder', 'withdraw'),
  // The order is unpaid, so a refund answers 422.
  order('refundOrder', 'write', { body: () => ({ reason: 'Bought twice' }), status: 422 }),
  account('correctCredits', 'write', { params: accountId, body: () => ({ credits: 1, reason: 'A mistake' }) }),

  anything('createItinerary', 'call', { body: ({ id }) => (id === 'not-an-id' ? {} : { title: 'Mine' }) }),
  account('createItinerary', 'stand-in', {
    kind: 'newcomer',
    variants: ['public', 'malformed'],
    body: ({ id }) => ({ title: 'Theirs', accountId: id }),
  }),
  list('listItineraries'),
  list('listItineraryProjections'),
  list('listFeed'),
  list('listItinerariesByBounds', 'southWestLng=-10&southWestLat=38&northEastLng=-9&northEastLat=39'),
  list('searchItineraries', 'q=story'),
  list('searchStops', 'q=tower'),
  list('searchStoryPlaces', 'q=tower'),
  itinerary('getItinerary', 'read'),
  itinerary('patchItinerary', 'write', { body: (_, number) => ({ title: `Renamed ${number}` }) }),
  itinerary('patchItinerary', 'moderate', { body: () => ({ hidden: true }) }),
  itinerary('binItinerary', 'write'),
  itinerary('unbinItinerary', 'write'),
  itinerary('deleteItinerary', 'remove', { query: ({ id }) => (id === 'not-an-id' ? '' : 'reason=Spam') }),
  itinerary('reverseItinerary', 'write', { body: () => ({ causes: ['tool:none:none'] }) }),
  ...bulk('Itineraries', { hidden: true }),
  itinerary('addDay', 'write', { params: ofItinerary, body: () => ({ title: 'Morning' }) }),
  itinerary('listDays', 'read', { params: ofItinerary }),
  day('getDay', 'read'),
  day('patchDay', 'write', { body: (_, number) => ({ title: `Day ${number}` }) }),
  day('previewDayOrder', 'write', { body: () => ({}) }),
  day('optimizeDay', 'write', { body: () => ({}) }),
  day('deleteDay', 'write'),
  itinerary('decideStops', 'write', {
    params: ({ id = '' }) => ({ itineraryId: id }),
    body: () => ({ stopIds: ['00000000-0000-7000-8000-000000000001'], decision: 'ACCEPTED' }),
  }),
  ...bulk('Days', { title: null }, daysOf),
  itinerary('addStop', 'write', { params: ofItinerary, body: () => ({ title: 'Café', coordinates }) }),
  itinerary('listItineraryStops', 'read', { params: ofItinerary }),
  stop('getItineraryStop', 'read'),
  stop('getStop', 'read'),
  stop('patchStop', 'write', { body: (_, number) => ({ title: `Stop ${number}` }) }),
  stop('deleteStop', 'write'),
  list('listStops'),
  list('listStopProjections'),
  list('listCountriesInView'),
  anything('createCountry', 'call', {
    body: ({ id }, number) => (id === 'not-an-id' ? {} : { code: `X${String.fromCharCode(65 + (number % 26))}`, name: 'X' }),
  }),
  list('listCountries'),
  country('getCountry', 'read'),
  country('patchCountry', 'write', { body: (_, number) => ({ name: `Country ${number}` }) }),
  country('deleteCountry', 'write'),
  ...bulk('Countries', { imageUrl: null }),
  anything('createPlace', 'call', { body: ({ id }) => (id === 'not-an-id' ? {} : { name: 'Somewhere', coordinates }) }),
  list('listPlaces'),
  list('searchPlaces', 'q=lis'),
  list('placesWithin', 'southWestLat=34.9&southWestLng=135.6&northEastLat=35.1&northEastLng=135.9'),
  list('nearestPlace', 'lat=38&lng=-9'),
  list('findWays', 'points=38.71,-9.14;38.72,-9.13'),
  place('getPlace', 'read'),
  place('getPlaceFacts', 'read'),
  place('patchPlace', 'write', { body: (_, number) => ({ name: `Place ${number}` }) }),
  place('deletePlace', 'write'),
  ...bulk('Places', { imageUrl: null }),

  list('listImages'),
  list('listFiles'),
  of('file', ['private', 'unknown', 'malformed'])('getFile', 'read'),
  of('file', ['own', 'private', 'unknown', 'malformed'])('deleteFile', 'write'),
  of('image', ['public', 'unknown', 'malformed'])('getImage', 'call'),
  anything('previewImages', 'call', { body: ({ id }) => (id === 'not-an-id' ? {} : { word: 'sea', count: 1 }) }),
  itinerary('previewItineraryImages', 'write', { params: ofItinerary, body: () => ({ count: 1 }) }),
  itinerary('previewStopImages', 'write', { params: ofItinerary, body: () => ({ locationQuery: 'Lisbon', count: 1 }) }),
  anything('grantUpload', 'call', { body: ({ id }) => (id === 'not-an-id' ? {} : { filename: 'a.png', mimeType: 'image/png' }) }),
  absent('confirmUpload', 'write', {
    body: ({ id }) => ({ blobName: id, filename: 'a.png', mimeType: 'image/png', size: id === 'not-an-id' ? 0 : 1 }),
  }),

  list('listJobs'),
  job('getJob', 'read'),
  job('cancelJob', 'write', { status: 422 }), // the job has ended
  itinerary('fileReport', 'use', reporting('itinerary')),
  stop('fileReport', 'use', reporting('stop')),
  post('fileReport', 'use', reporting('post')),
  newcomer('fileReport', 'use', reporting('account')),
  list('listReports'),
  report('getReport', 'read'),
  report('patchReport', 'write', { body: (_, number) => ({ state: 'resolved', note: `Seen ${number}` }) }),
  list('listCases'),
  reported('getCase', 'read'),
  reported('listCaseHistory', 'read'),
  reported('assignCase', 'write'),
  reported('releaseCase', 'write'),
  reported('decideCase', 'write', { body: (_, number) => ({ outcome: 'dismissed', note: `Seen ${number}` }) }),
  itinerary('listItineraryHistory', 'read', { variants: ['own', 'public', 'private', 'hidden', 'unknown', 'malformed'] }),
  account('listAccountHistory', 'read', { variants: ['own', 'public', 'unknown', 'malformed'] }),
  post('listPostHistory', 'read', { variants: ['own', 'public', 'private', 'hidden', 'unknown', 'malformed'] }),
  order('listOrderHistory', 'read'),
  list('listAudit'),
  of('auditEntry', ['private', 'unknown', 'malformed'])('getAuditEntry', 'read'),

  list('listProjections'),
  ofSystem('projection')('getProjection', 'read', { params: readModel }),
  ofSystem('projection')('rebuildProjection', 'write', { params: readModel }),
  list('listParkedEvents'),
  ofSystem('parkedEvent')('getParkedEvent', 'read'),
  ofSystem('parkedEvent')('replayParkedEvent', 'write'),
  ofSystem('parkedEvent')('discardParkedEvent', 'write', { query: () => 'reason=A mistake' }),
  list('listProcesses'),
  list('listEngines'),
  list('getFigures'),

  itinerary('createPost', 'use', { body: ({ id }) => ({ text: 'Nice', postableType: 'itinerary', postableId: id }) }),
  stop('createPost', 'use', { body: ({ id }) => ({ text: 'Nice', postableType: 'stop', postableId: id }) }),
  list('listPosts'),
  list('searchPosts', 'q=nice'),
  post('getPost', 'read'),
  post('patchPost', 'write', { body: (_, number) => ({ text: `Other words ${number}` }) }),
  post('patchPost', 'moderate', { body: () => ({ hidden: true }) }),
  post('deletePost', 'write'),
  ...bulk('Posts', { text: 'x' }),
  ...(['itinerary', 'stop', 'post'] as const).map((kind) =>
    ({ itinerary, stop, post })[kind]('createReaction', 'use', {
      body: ({ id }) => ({ reactableType: kind, reactableId: id, reactionType: 'like' }),
    }),
  ),
  list('listReactions'),
  reaction('getReaction', 'read'),
  reaction('patchReaction', 'write', { body: () => ({ reactionType: 'dislike' }) }),
  kept('deleteReaction', 'withdraw', {
    params: ({ itineraryId = '' }) => ({ reactableType: 'itinerary', reactableId: itineraryId, reactionType: 'like' }),
  }),
  ...bulk('Reactions', { reactionType: 'like' }),
  itinerary('saveItinerary', 'use', { body: ({ id }) => ({ itineraryId: id }) }),
  list('listSavedItineraries'),
  kept('unsaveItinerary', 'withdraw'),
  stop('saveStop', 'use', { body: ({ id }) => ({ stopId: id }) }),
  list('listSavedStops'),
  kept('unsaveStop', 'withdraw', { params: ({ id = '' }) => ({ stopId: id }) }),
  anything('createCollection', 'call', { body: ({ id }) => (id === 'not-an-id' ? {} : { title: 'Someday' }) }),
  list('listCollections'),
  list('listCollectionEntries'),
  shelf('getCollection', 'read'),
  shelf('patchCollection', 'write', { body: (_, number) => ({ title: `List ${number}` }) }),
  shelf('deleteCollection', 'write'),
  shelf('addCollectionEntry', 'write', { body: ({ id, targetId = id }) => ({ kind: 'stop', targetId }) }),
  shelf('patchCollectionEntry', 'write', { params: onShelf, body: (_, number) => ({ note: `Note ${number}` }) }),
  shelf('removeCollectionEntry', 'write', { params: onShelf }),
  anything('getLocale', 'call', { params: ({ id = '' }) => ({ lng: id === 'not-an-id' ? id : 'en', ns: 'home' }) }),
];

/** Routes without a case here, each with the file that tests it. */
export const routesTestedElsewhere: Readonly<Record<string, string>> = {
  uploadFile: 'takes a form: services/media/file/upload.routes.test.ts',
  addMissingText: 'is for developers only: services/web/service.test.ts',
};

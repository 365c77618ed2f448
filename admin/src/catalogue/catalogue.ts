// Evaluated at build time, so that the app contains only plain values of `proto/`.
import { accountErrors, accountList, accountRoutes } from '@waystory/proto/accounts/account.ts';
import { accountSearchRoutes } from '@waystory/proto/accounts/account-search.ts';
import { accountBulkRoutes } from '@waystory/proto/accounts/bulk.ts';
import { followErrors, followList, followRoutes } from '@waystory/proto/accounts/follow.ts';
import { messageRoutes } from '@waystory/proto/assistant/message.ts';
import { chatCountList, chatErrors, threadRoutes } from '@waystory/proto/assistant/thread.ts';
import { creditErrors } from '@waystory/proto/billing/credit.ts';
import { creditEntryList, creditEntryRoutes } from '@waystory/proto/billing/credit-entry.ts';
import { allOrdersList, orderErrors, orderRoutes } from '@waystory/proto/billing/order.ts';
import { itineraryBulkRoutes } from '@waystory/proto/itineraries/bulk.ts';
import { countryErrors, countryList, countryRoutes } from '@waystory/proto/itineraries/country.ts';
import { dayErrors, dayList, dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryErrors, itineraryList, itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { placeErrors, placeList, placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { allStopsList, stopErrors, stopRoutes, stopTable } from '@waystory/proto/itineraries/stop.ts';
import { bulkErrors } from '@waystory/proto/kit/bulk.ts';
import { outlinesOf } from '@waystory/proto/kit/client.ts';
import { commonErrors } from '@waystory/proto/kit/error.ts';
import { maxOffset } from '@waystory/proto/kit/list.ts';
import { fileErrors, fileList, fileRoutes } from '@waystory/proto/media/file.ts';
import { imageErrors, imageList, imageRoutes } from '@waystory/proto/media/image.ts';
import { auditErrors, auditList, auditRoutes } from '@waystory/proto/operations/audit.ts';
import { caseErrors, caseRoutes } from '@waystory/proto/operations/case.ts';
import {
  accountHistoryRoutes,
  caseHistoryRoutes,
  itineraryHistoryRoutes,
  orderHistoryRoutes,
  postHistoryRoutes,
} from '@waystory/proto/operations/history.ts';
import { jobErrors, jobList, jobRoutes } from '@waystory/proto/operations/job.ts';
import { parkedEventErrors, parkedEventRoutes } from '@waystory/proto/operations/parked-event.ts';
import { mostDocuments as mostCounted, projectionErrors, projectionRoutes } from '@waystory/proto/operations/projection.ts';
import { reportErrors, reportList, reportRoutes } from '@waystory/proto/operations/report.ts';
import { systemRoutes } from '@waystory/proto/operations/system.ts';
import { socialBulkRoutes } from '@waystory/proto/social/bulk.ts';
import { postErrors, postList, postRoutes } from '@waystory/proto/social/post.ts';
import { postSearchRoutes } from '@waystory/proto/social/post-search.ts';
import { reactionErrors, reactionList, reactionRoutes } from '@waystory/proto/social/reaction.ts';
import { resourceDescriberFor } from './resource.ts';

const routes = {
  ...caseRoutes,
  ...caseHistoryRoutes,
  ...reportRoutes,
  ...auditRoutes,
  ...itineraryRoutes,
  ...itineraryBulkRoutes,
  ...dayRoutes,
  ...stopRoutes,
  ...placeRoutes,
  ...countryRoutes,
  ...postRoutes,
  ...postSearchRoutes,
  ...reactionRoutes,
  ...socialBulkRoutes,
  ...accountRoutes,
  ...accountSearchRoutes,
  ...accountBulkRoutes,
  ...followRoutes,
  ...jobRoutes,
  ...projectionRoutes,
  ...parkedEventRoutes,
  ...systemRoutes,
  ...imageRoutes,
  ...fileRoutes,
  ...threadRoutes,
  ...messageRoutes,
  ...orderRoutes,
  ...creditEntryRoutes,
  ...accountHistoryRoutes,
  ...itineraryHistoryRoutes,
  ...postHistoryRoutes,
  ...orderHistoryRoutes,
};
export type AdminRoutes = typeof routes;
const resource = resourceDescriberFor(routes);

/** Every resource of the app, in menu order. */
export const catalogue = {
  reports: resource(reportList, { group: 'Moderation', label: 'reason', list: 'listReports', one: 'getReport', update: 'patchReport' }),
  audit: resource(auditList, { group: 'Moderation', title: 'Audit log', label: 'action', list: 'listAudit', one: 'getAuditEntry' }),
  itineraries: resource(itineraryList, {
    group: 'Content',
    label: 'title',
    list: 'listItineraries',
    one: 'getItinerary',
    update: 'patchItinerary',
    remove: 'deleteItinerary',
    patchMany: 'patchItineraries',
    deleteMany: 'deleteItineraries',
  }),
  days: resource(dayList, {
    group: 'Content',
    isPart: true,
    label: 'title',
    list: 'listDays',
    one: 'getDay',
    update: 'patchDay',
    remove: 'deleteDay',
  }),
  stops: resource(allStopsList, {
    group: 'Content',
    label: 'title',
    written: stopTable,
    list: 'listStops',
    one: 'getStop',
    update: 'patchStop',
    remove: 'deleteStop',
  }),
  posts: resource(postList, {
    group: 'Content',
    label: 'text',
    list: 'listPosts',
    one: 'getPost',
    update: 'patchPost',
    remove: 'deletePost',
    patchMany: 'patchPosts',
    deleteMany: 'deletePosts',
  }),
  reactions: resource(reactionList, {
    group: 'Content',
    label: 'reactionType',
    list: 'listReactions',
    one: 'getReaction',
    deleteMany: 'deleteReactions',
  }),
  places: resource(placeList, {
    group: 'Content',
    label: 'name',
    list: 'listPlaces',
    one: 'getPlace',
    create: 'createPlace',
    update: 'patchPlace',
    remove: 'deletePlace',
    patchMany: 'patchPlaces',
    deleteMany: 'deletePlaces',
  }),
  countries: resource(countryList, {
    group: 'Content',
    label: 'name',
    list: 'listCountries',
    one: 'getCountry',
    create: 'createCountry',
    update: 'patchCountry',
    remove: 'deleteCountry',
    patchMany: 'patchCountries',
    deleteMany: 'deleteCountries',
  }),
  accounts: resource(accountList, {
    group: 'People',
    label: 'userName',
    list: 'listAccounts',
    one: 'getAccount',
    update: 'updateAccount',
    remove: 'deleteAccount',
    patchMany: 'patchAccounts',
    deleteMany: 'deleteAccounts',
  }),
  follows: resource(followList, { group: 'People', label: 'id', list: 'listFollows', one: 'getFollow', deleteMany: 'deleteFollows' }),
  jobs: resource(jobList, { group: 'System', label: 'collection', list: 'listJobs', one: 'getJob' }),
  images: resource(imageList, { group: 'Content', label: 'description', list: 'listImages', one: 'getImage' }),
  files: resource(fileList, { group: 'Content', label: 'filename', list: 'listFiles', one: 'getFile', remove: 'deleteFile' }),
  chats: resource(chatCountList, { group: 'People', label: 'id', list: 'listChatCounts', one: 'getChatCount' }),
  orders: resource(allOrdersList, { group: 'Money', label: 'packageName', list: 'listAllOrders', one: 'getAnyOrder' }),
  credits: resource(creditEntryList, { group: 'Money', label: 'kind', isPart: true, list: 'listCredits' }),
};
export type ResourceName = keyof typeof catalogue;

/** Outline of each route for the client. */
export const outlines = outlinesOf(routes);

/** Largest offset in a list that a page number can address. Later pages need a cursor. */
export const maxPagedOffset = maxOffset;
/** Limit of counting documents; a count of this number is a lower bound. */
export const mostDocuments = mostCounted;

/** Text for the user, by refusal code. */
export const refusalTexts: Readonly<Record<string, string>> = {
  ...commonErrors,
  ...bulkErrors,
  ...reportErrors,
  ...caseErrors,
  ...auditErrors,
  ...itineraryErrors,
  ...dayErrors,
  ...stopErrors,
  ...placeErrors,
  ...countryErrors,
  ...postErrors,
  ...reactionErrors,
  ...accountErrors,
  ...followErrors,
  ...jobErrors,
  ...projectionErrors,
  ...parkedEventErrors,
  ...imageErrors,
  ...fileErrors,
  ...chatErrors,
  ...orderErrors,
  ...creditErrors,
};

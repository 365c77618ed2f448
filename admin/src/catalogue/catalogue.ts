// Read when the app is built: what is built in are the values alone, without the rules of `proto/`.
import { accountErrors, accountList, accountRoutes } from '@waystory/proto/accounts/account.ts';
import { accountBulkRoutes } from '@waystory/proto/accounts/bulk.ts';
import { messageRoutes } from '@waystory/proto/assistant/message.ts';
import { chatCountList, chatErrors, threadRoutes } from '@waystory/proto/assistant/thread.ts';
import { creditErrors } from '@waystory/proto/billing/credit.ts';
import { creditEntryList, creditEntryRoutes } from '@waystory/proto/billing/credit-entry.ts';
import { allOrdersList, orderErrors, orderRoutes } from '@waystory/proto/billing/order.ts';
import { itineraryBulkRoutes } from '@waystory/proto/itineraries/bulk.ts';
import { itineraryErrors, itineraryList, itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { bulkErrors, sampleSize as sample } from '@waystory/proto/kit/bulk.ts';
import { outlinesOf } from '@waystory/proto/kit/client.ts';
import { commonErrors } from '@waystory/proto/kit/error.ts';
import { maxOffset } from '@waystory/proto/kit/list.ts';
import { fileErrors, fileList, fileRoutes } from '@waystory/proto/media/file.ts';
import { imageErrors, imageList, imageRoutes } from '@waystory/proto/media/image.ts';
import { auditErrors, auditRoutes } from '@waystory/proto/operations/audit.ts';
import { accountHistoryRoutes, itineraryHistoryRoutes, orderHistoryRoutes, postHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { jobErrors, jobRoutes } from '@waystory/proto/operations/job.ts';
import { socialBulkRoutes } from '@waystory/proto/social/bulk.ts';
import { postErrors, postList, postRoutes } from '@waystory/proto/social/post.ts';
import { resourcesOn } from './resource.ts';

const routes = {
  ...accountRoutes,
  ...accountBulkRoutes,
  ...itineraryRoutes,
  ...itineraryBulkRoutes,
  ...postRoutes,
  ...socialBulkRoutes,
  ...jobRoutes,
  ...auditRoutes,
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
const resource = resourcesOn(routes);

/** Every resource of the app, in the order of the menu. */
export const catalogue = {
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
  images: resource(imageList, { group: 'Content', label: 'description', list: 'listImages', one: 'getImage' }),
  files: resource(fileList, { group: 'Content', label: 'filename', list: 'listFiles', one: 'getFile' }),
  chats: resource(chatCountList, { group: 'People', label: 'id', list: 'listChatCounts', one: 'getChatCount' }),
  orders: resource(allOrdersList, { group: 'Money', label: 'packageName', list: 'listAllOrders', one: 'getAnyOrder' }),
  credits: resource(creditEntryList, { group: 'Money', label: 'kind', isPart: true, list: 'listCredits' }),
};
export type ResourceName = keyof typeof catalogue;

/** Where each route is, for the client. */
export const outlines = outlinesOf(routes);

/** Items that can be reached by page number, and matches that a dry run shows. */
export const reachable = maxOffset;
export const sampleSize = sample;

/** What each code of a refusal means. */
export const words: Readonly<Record<string, string>> = {
  ...commonErrors,
  ...bulkErrors,
  ...accountErrors,
  ...itineraryErrors,
  ...postErrors,
  ...jobErrors,
  ...auditErrors,
  ...imageErrors,
  ...fileErrors,
  ...chatErrors,
  ...orderErrors,
  ...creditErrors,
};

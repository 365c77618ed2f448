// Read when the app is built: what is built in are the values alone, without the rules of `proto/`.
import { accountErrors, accountList, accountRoutes } from '@waystory/proto/accounts/account.ts';
import { accountBulkRoutes } from '@waystory/proto/accounts/bulk.ts';
import { itineraryBulkRoutes } from '@waystory/proto/itineraries/bulk.ts';
import { itineraryErrors, itineraryList, itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { stopErrors, stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { bulkErrors, sampleSize as sample } from '@waystory/proto/kit/bulk.ts';
import { outlinesOf } from '@waystory/proto/kit/client.ts';
import { commonErrors } from '@waystory/proto/kit/error.ts';
import { maxOffset } from '@waystory/proto/kit/list.ts';
import { auditErrors, auditRoutes } from '@waystory/proto/operations/audit.ts';
import { caseErrors, caseRoutes } from '@waystory/proto/operations/case.ts';
import { caseHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { jobErrors, jobRoutes } from '@waystory/proto/operations/job.ts';
import { reportErrors, reportRoutes } from '@waystory/proto/operations/report.ts';
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
  ...stopRoutes,
  ...reportRoutes,
  ...caseRoutes,
  ...caseHistoryRoutes,
  ...jobRoutes,
  ...auditRoutes,
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
  ...stopErrors,
  ...reportErrors,
  ...caseErrors,
  ...jobErrors,
  ...auditErrors,
};

import { accountRoutes } from '../accounts/account.ts';
import { accountSearchRoutes } from '../accounts/account-search.ts';
import { accountBulkRoutes } from '../accounts/bulk.ts';
import { followRoutes } from '../accounts/follow.ts';
import { threadRoutes } from '../assistant/thread.ts';
import { creditEntryRoutes } from '../billing/credit-entry.ts';
import { orderRoutes } from '../billing/order.ts';
import { itineraryBulkRoutes } from '../itineraries/bulk.ts';
import { countryRoutes } from '../itineraries/country.ts';
import { dayRoutes } from '../itineraries/day.ts';
import { feedRoutes } from '../itineraries/feed.ts';
import { itineraryRoutes } from '../itineraries/itinerary.ts';
import { itinerarySearchRoutes } from '../itineraries/itinerary-search.ts';
import { placeRoutes } from '../itineraries/place.ts';
import { stopRoutes } from '../itineraries/stop.ts';
import { stopMapRoutes } from '../itineraries/stop-map.ts';
import { imageRoutes } from '../media/image.ts';
import { auditRoutes } from '../operations/audit.ts';
import { caseRoutes } from '../operations/case.ts';
import { caseHistoryRoutes } from '../operations/history.ts';
import { jobRoutes } from '../operations/job.ts';
import { reportRoutes } from '../operations/report.ts';
import { socialBulkRoutes } from '../social/bulk.ts';
import { collectionRoutes } from '../social/collection.ts';
import { postRoutes } from '../social/post.ts';
import { postSearchRoutes } from '../social/post-search.ts';
import { reactionRoutes } from '../social/reaction.ts';
import { saveRoutes } from '../social/save.ts';

/** Routes of all entities. Named groups keep declarations short: the type of a spread would repeat each schema. */
export type EntityRoutes = typeof accountRoutes &
  typeof accountSearchRoutes &
  typeof followRoutes &
  typeof countryRoutes &
  typeof placeRoutes &
  typeof itineraryRoutes &
  typeof feedRoutes &
  typeof itinerarySearchRoutes &
  typeof dayRoutes &
  typeof stopRoutes &
  typeof stopMapRoutes &
  typeof imageRoutes &
  typeof postRoutes &
  typeof postSearchRoutes &
  typeof reactionRoutes &
  typeof saveRoutes &
  typeof collectionRoutes &
  typeof itineraryBulkRoutes &
  typeof accountBulkRoutes &
  typeof socialBulkRoutes &
  typeof jobRoutes &
  typeof reportRoutes &
  typeof caseRoutes &
  typeof caseHistoryRoutes &
  typeof auditRoutes &
  typeof threadRoutes &
  typeof orderRoutes &
  typeof creditEntryRoutes;
export const entityRoutes: EntityRoutes = {
  ...accountRoutes,
  ...accountSearchRoutes,
  ...followRoutes,
  ...countryRoutes,
  ...placeRoutes,
  ...itineraryRoutes,
  ...feedRoutes,
  ...itinerarySearchRoutes,
  ...dayRoutes,
  ...stopRoutes,
  ...stopMapRoutes,
  ...imageRoutes,
  ...postRoutes,
  ...postSearchRoutes,
  ...reactionRoutes,
  ...saveRoutes,
  ...collectionRoutes,
  ...itineraryBulkRoutes,
  ...accountBulkRoutes,
  ...socialBulkRoutes,
  ...jobRoutes,
  ...reportRoutes,
  ...caseRoutes,
  ...caseHistoryRoutes,
  ...auditRoutes,
  ...threadRoutes,
  ...orderRoutes,
  ...creditEntryRoutes,
};

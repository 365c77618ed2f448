import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { accountSearchRoutes } from '@waystory/proto/accounts/account-search.ts';
import { followRoutes } from '@waystory/proto/accounts/follow.ts';
import { messageRoutes } from '@waystory/proto/assistant/message.ts';
import { proposalRoutes } from '@waystory/proto/assistant/proposal.ts';
import { answerReversalRoutes } from '@waystory/proto/assistant/reversal.ts';
import { threadRoutes } from '@waystory/proto/assistant/thread.ts';
import { creditEntryRoutes } from '@waystory/proto/billing/credit-entry.ts';
import { orderRoutes } from '@waystory/proto/billing/order.ts';
import { countryRoutes } from '@waystory/proto/itineraries/country.ts';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { feedRoutes } from '@waystory/proto/itineraries/feed.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { itinerarySearchRoutes } from '@waystory/proto/itineraries/itinerary-search.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { placeFactsRoutes } from '@waystory/proto/itineraries/place-facts.ts';
import { placeSearchRoutes } from '@waystory/proto/itineraries/place-search.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { stopMapRoutes } from '@waystory/proto/itineraries/stop-map.ts';
import { storyPlaceRoutes } from '@waystory/proto/itineraries/story-place.ts';
import { wayRoutes } from '@waystory/proto/itineraries/way.ts';
import { outlinesOf } from '@waystory/proto/kit/client.ts';
import { imageRoutes } from '@waystory/proto/media/image.ts';
import { reportRoutes } from '@waystory/proto/operations/report.ts';
import { collectionRoutes } from '@waystory/proto/social/collection.ts';
import { postRoutes } from '@waystory/proto/social/post.ts';
import { reactionRoutes } from '@waystory/proto/social/reaction.ts';
import { saveRoutes } from '@waystory/proto/social/save.ts';

// The streamed chat routes are left out, because the chat transport reads them itself.
const { listChatMessages, stopChat } = messageRoutes;
// Refunds and corrections are left out, because only the admin app uses them.
const { listPackages, createOrder, listOrders, getOrder, cancelOrder } = orderRoutes;
const { listCredits } = creditEntryRoutes;

/** Routes that the web app calls. Named groups keep declarations short: the type of a spread would repeat each schema. */
export type ApiRoutes = typeof imageRoutes &
  typeof accountRoutes &
  typeof accountSearchRoutes &
  typeof followRoutes &
  typeof countryRoutes &
  typeof dayRoutes &
  typeof itineraryRoutes &
  typeof feedRoutes &
  typeof itinerarySearchRoutes &
  typeof storyPlaceRoutes &
  typeof placeRoutes &
  typeof placeFactsRoutes &
  typeof placeSearchRoutes &
  typeof stopRoutes &
  typeof stopMapRoutes &
  typeof wayRoutes &
  typeof postRoutes &
  typeof reactionRoutes &
  typeof saveRoutes &
  typeof collectionRoutes &
  typeof reportRoutes &
  typeof threadRoutes &
  typeof proposalRoutes &
  typeof answerReversalRoutes &
  Pick<typeof messageRoutes, 'listChatMessages' | 'stopChat'> &
  Pick<typeof orderRoutes, 'listPackages' | 'createOrder' | 'listOrders' | 'getOrder' | 'cancelOrder'> &
  Pick<typeof creditEntryRoutes, 'listCredits'>;
const routes: ApiRoutes = {
  ...imageRoutes,
  ...accountRoutes,
  ...accountSearchRoutes,
  ...followRoutes,
  ...countryRoutes,
  ...dayRoutes,
  ...itineraryRoutes,
  ...feedRoutes,
  ...itinerarySearchRoutes,
  ...storyPlaceRoutes,
  ...placeRoutes,
  ...placeFactsRoutes,
  ...placeSearchRoutes,
  ...stopRoutes,
  ...stopMapRoutes,
  ...wayRoutes,
  ...postRoutes,
  ...reactionRoutes,
  ...saveRoutes,
  ...collectionRoutes,
  ...reportRoutes,
  ...threadRoutes,
  ...proposalRoutes,
  ...answerReversalRoutes,
  listChatMessages,
  stopChat,
  listPackages,
  createOrder,
  listOrders,
  getOrder,
  cancelOrder,
  listCredits,
};

/**
 * Outlines of the routes that the web app uses. The build embeds only the values (`as-data.ts`), because the schemas and zod would be larger than a
 * story page.
 */
export const routeOutlines = outlinesOf(routes);

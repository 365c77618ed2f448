import type { ReadArgs, ReadResult, ReadToolName } from '@waystory/proto/assistant/mcp/offered.ts';
import type { stopMention, storyCard } from '@waystory/proto/assistant/mcp/story-card.ts';
import type { itineraryCard } from '@waystory/proto/itineraries/itinerary.ts';
import { itinerarySearchRoutes } from '@waystory/proto/itineraries/itinerary-search.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import { stopMapRoutes } from '@waystory/proto/itineraries/stop-map.ts';
import type { Client } from '@waystory/proto/kit/client.ts';
import type { z } from 'zod';
import { plannerRoutes } from '../../tools/tool-context.ts';

/** Routes for reads of other assistants, with the user's rights. */
export const readRoutes: typeof plannerRoutes & typeof itinerarySearchRoutes & typeof stopMapRoutes = {
  ...plannerRoutes,
  ...itinerarySearchRoutes,
  ...stopMapRoutes,
};

export interface ReadContext {
  api: Client<typeof readRoutes>;
  /** Account of the user. */
  accountId: string;
  /** Public address of the product. */
  origin: string;
}

/** Executes a read. @throws ResponseError. */
export type RunRead<N extends ReadToolName> = (args: ReadArgs<N>, context: ReadContext) => Promise<ReadResult<N>>;

type CardFields = Pick<z.output<typeof itineraryCard>, 'id' | 'title' | 'accountUserName' | 'daysCount' | 'stopsCount' | 'likeCount'>;

/** A card or itinerary as a list item. */
export const storyOf = (
  { id, title, accountUserName, daysCount, stopsCount, likeCount }: CardFields,
  { origin }: Pick<ReadContext, 'origin'>,
): z.output<typeof storyCard> => ({
  ...{ itineraryId: id, title, author: accountUserName, daysCount, stopsCount, likeCount },
  url: `${origin}/itineraries/${id}`,
});

export const mentionOf = ({ id, itineraryId, title, highlight, place }: StopView): z.output<typeof stopMention> => ({
  ...{ stopId: id, itineraryId, title, highlight },
  ...{ placeId: place.id, placeName: place.placeName, coordinates: place.coordinates },
});

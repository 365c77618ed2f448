import type { ToolArgs, ToolName, tools } from '@waystory/proto/assistant/tools/registry.ts';
import type { ResultOf } from '@waystory/proto/assistant/tools/tool.ts';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { placeSearchRoutes } from '@waystory/proto/itineraries/place-search.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import type { Client } from '@waystory/proto/kit/client.ts';

/** Routes that tools may call with the user's rights. */
export const plannerRoutes: typeof itineraryRoutes & typeof dayRoutes & typeof stopRoutes & typeof placeRoutes & typeof placeSearchRoutes = {
  ...itineraryRoutes,
  ...dayRoutes,
  ...stopRoutes,
  ...placeRoutes,
  ...placeSearchRoutes,
};
export type PlannerApi = Client<typeof plannerRoutes>;

export interface ToolContext {
  api: PlannerApi;
  /** Idempotency key of the call, equal for every repetition. */
  key: string;
  /** Places that lookup_location returned in this thread, with their map-service ids; null for places that only this product has. */
  places: ReadonlyMap<string, string | null>;
}

/**
 * Runs a tool.
 * @throws Rejected or ResponseError; the model receives their code and message.
 */
export type RunTool<N extends ToolName> = (args: ToolArgs<N>, context: ToolContext) => Promise<ResultOf<(typeof tools)[N]>>;

/** Arguments without those that the model set to null. */
export const omitNulls = <T extends object>(args: T): { [K in keyof T]: Exclude<T[K], null> } =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null && value !== undefined)) as { [K in keyof T]: Exclude<T[K], null> }; // null values were removed

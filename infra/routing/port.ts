import type { RouteLeg, TravelMode } from '@waystory/proto/itineraries/way.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';

export type { RouteLeg, TravelMode };

/** Finds the route legs between consecutive points. Adapters: one file each beside this one; all run `contract.ts`. */
export interface Routing {
  /**
   * Returns the leg to each point except the first; null for an unreachable point, such as over the sea.
   * @param points 2 to 50.
   * @throws EngineUnavailable.
   */
  ways(points: readonly Coordinates[], mode: TravelMode): Promise<(RouteLeg | null)[]>;
}

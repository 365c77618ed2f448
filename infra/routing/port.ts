import type { TravelMode, Way } from '@waystory/proto/itineraries/way.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';

export type { TravelMode, Way };

/** Finds ways between points in their order. Adapters: one file each beside this one; all run `contract.ts`. */
export interface Routing {
  /**
   * A way for each point but the first; null for one that cannot be gone, such as over the sea, or to where no street leads.
   * @param points two to 50.
   * @throws EngineUnavailable.
   */
  ways(points: readonly Coordinates[], mode: TravelMode): Promise<(Way | null)[]>;
}

import type { OpenServices, ServiceParts } from '@waystory/infra/host/service.ts';
import { stopRoutesOn } from '../stop/stop.routes.ts';
import { replicatePlaceNames } from './place-names.replica.ts';
import { routesOn } from './place-search.routes.ts';
import { createPlaceSearch, type PlaceSearch } from './place-search.ts';

/** Delay before the gazetteer is loaded, so that a start is not slowed down, milliseconds. A search before then loads it. */
const warmAfter = 5_000;

/**
 * Place search: names of recorded places in memory, and a provider for all others. Processes that answer reads load them at the start; others load
 * them for the first added stop.
 * @param mapFilled loading a million names takes the thread as long as filling the map, which comes first
 */
export async function openPlaceSearch(
  { engines, readSide, log, started }: Pick<OpenServices, 'engines' | 'readSide' | 'log' | 'started'>,
  mapFilled: Promise<void>,
): Promise<ServiceParts & { search: PlaceSearch }> {
  const { places: provider } = engines;
  const names = replicatePlaceNames(engines, log);
  const search = createPlaceSearch({ names, provider, readSide });
  let warming: NodeJS.Timeout | undefined;
  const warm = (): void => {
    provider.warm().catch((error: unknown) => log.error({ err: error }, 'place search could not be made ready; the first search will try again'));
  };
  return {
    search,
    routes: [routesOn(search), stopRoutesOn(search)],
    // Called where reads are answered only.
    mount: async () => {
      void mapFilled.then(search.ready);
      void started.then(() => {
        warming = setTimeout(warm, warmAfter).unref();
      });
    },
    stop: async () => {
      clearTimeout(warming);
      await names.stop();
    },
  };
}

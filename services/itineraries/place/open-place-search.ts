import type { OpenServices, ServiceParts } from '@waystory/infra/kit/service.ts';
import { followPlaceNames } from './place-names.follower.ts';
import { routesOn } from './place-search.routes.ts';

/** A start has better things to do than to load towns; until the first person searches there is this much time after it, milliseconds. */
const warmAfter = 5_000;

/** Place search of a process that answers reads: names of recorded places in memory, and a provider for all others. */
export async function openPlaceSearch({
  engines,
  readSide,
  log,
  started,
}: Pick<OpenServices, 'engines' | 'readSide' | 'log' | 'started'>): Promise<ServiceParts> {
  const { places: provider } = engines;
  const names = followPlaceNames(engines, log);
  let warming: NodeJS.Timeout | undefined;
  const warm = (): void => {
    provider.warm().catch((error: unknown) => log.error({ err: error }, 'place search could not be made ready; the first search will try again'));
  };
  return {
    routes: [routesOn({ names, provider, readSide })],
    // Called where reads are answered only, and nobody else searches.
    mount: async () => {
      names.start();
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

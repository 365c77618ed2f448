import type { OpenServices, ServiceParts } from '@waystory/infra/host/service.ts';
import { replicateStopMap, type StopMapReplica } from './stop-map.replica.ts';
import { routesOn } from './stop-map.routes.ts';
import { serveTiles } from './stop-map.tiles.ts';

/** The map of stops of a process that answers reads: filled in the background, kept current, served as tiles and country cards. */
export async function openStopMap({
  engines,
  readSide,
  log,
}: Pick<OpenServices, 'engines' | 'readSide' | 'log'>): Promise<ServiceParts & { map: StopMapReplica }> {
  const map = replicateStopMap(engines, log);
  return {
    map,
    routes: [routesOn(map, readSide)],
    // Called only where reads are answered: other processes do not need the map.
    mount: async (app) => {
      serveTiles(app, map);
      map.start();
    },
    stop: map.stop,
  };
}

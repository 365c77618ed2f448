import { join } from 'node:path';
import { defineService, type ServiceDefinition } from '@waystory/infra/host/service.ts';
import { userAgentOf } from '@waystory/infra/open-adapters.ts';
import { streetArchiveLocation, streetStyles, streetsPath } from '@waystory/infra/open-data/open-choices.ts';
import { type Basemap, openBasemap } from './basemap.ts';
import { type BuildPlan, worldPlan } from './edition.ts';
import { mountLocators } from './locator/locator.routes.ts';
import { mountStreetArchive } from './street-archive.routes.ts';
import { openStreetArchive, type StreetArchive } from './street-archive.ts';
import { mountStreetMap } from './streets.routes.ts';
import { createStreetMapProxy } from './streets.ts';
import { mountBasemap } from './tiles.routes.ts';

/** Built-in map for a plan, shown by default when no map provider is configured. */
export const basemapServiceFor = (plan: BuildPlan): ServiceDefinition =>
  defineService({
    name: 'basemap',
    streams: [],
    routes: [],
    projections: [],
    reactors: () => [],
    async open({ config, log, started }) {
      let basemap: Basemap | undefined;
      let archive: StreetArchive | undefined;
      return {
        // The map is built only in processes that serve it.
        mount: async (app) => {
          const userAgent = userAgentOf(config);
          const place = streetArchiveLocation(config);
          // The archive comes first, so that an unusable one ends the start before a map is built.
          if (place) archive = await openStreetArchive({ place, userAgent, log });
          basemap = await openBasemap(join(config.DATA_DIR, 'basemap'), plan, log, started);
          mountBasemap(app, basemap, archive);
          mountLocators(app, basemap);
          if (archive) mountStreetArchive(app, archive);
          const styles = streetStyles(config);
          if (styles) mountStreetMap(app, createStreetMapProxy({ styles, base: `${config.PUBLIC_ORIGIN}${streetsPath}`, userAgent }));
        },
        stop: async () => {
          await archive?.close();
          await basemap?.stop();
        },
      };
    },
    errors: { 'basemap/unknown': 'The built-in map has no such tile.' },
  });

export const basemapService = basemapServiceFor(worldPlan);

import { join } from 'node:path';
import { defineService, type ServiceDefinition } from '@waystory/infra/host/service.ts';
import { userAgentOf } from '@waystory/infra/open-adapters.ts';
import { streetStyles, streetsBase } from '@waystory/infra/open-data/open-choices.ts';
import { type Basemap, openBasemap } from './basemap.ts';
import { type Plan, worldPlan } from './edition.ts';
import { mountStreets } from './streets.routes.ts';
import { openStreets } from './streets.ts';
import { mountBasemap } from './tiles.routes.ts';

/** The built-in map to a plan; without a provider of maps it is what every screen shows. */
export const basemapServiceFor = (plan: Plan): ServiceDefinition =>
  defineService({
    name: 'basemap',
    streams: [],
    routes: [],
    projections: [],
    reactors: () => [],
    async open({ config, log, started }) {
      let basemap: Basemap | undefined;
      return {
        // Called where maps are served only, and nobody else needs to build one.
        mount: async (app) => {
          basemap = await openBasemap(join(config.DATA_DIR, 'basemap'), plan, log, started);
          mountBasemap(app, basemap);
          const styles = streetStyles(config);
          if (styles) mountStreets(app, openStreets({ styles, base: `${config.PUBLIC_ORIGIN}${streetsBase}`, userAgent: userAgentOf(config) }));
        },
        stop: async () => basemap?.stop(),
      };
    },
    errors: { 'basemap/unknown': 'The built-in map has no such tile.' },
  });

export const basemapService = basemapServiceFor(worldPlan);

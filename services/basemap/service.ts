import { join } from 'node:path';
import { defineService, type ServiceDefinition } from '@waystory/infra/host/service.ts';
import { type Basemap, openBasemap } from './basemap.ts';
import { type Plan, worldPlan } from './edition.ts';
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
        },
        stop: async () => basemap?.stop(),
      };
    },
    errors: { 'basemap/unknown': 'The built-in map has no such tile.' },
  });

export const basemapService = basemapServiceFor(worldPlan);

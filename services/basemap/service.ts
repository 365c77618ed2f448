import { join } from 'node:path';
import { defineService, type ServiceDefinition } from '@waystory/infra/kit/service.ts';
import { openBasemap } from './basemap.ts';
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
    async open({ config, log }) {
      const basemap = await openBasemap(join(config.DATA_DIR, 'basemap'), plan, log);
      return { mount: async (app) => mountBasemap(app, basemap), stop: basemap.stop };
    },
    errors: { 'basemap/unknown': 'The built-in map has no such tile.' },
  });

export const basemapService = basemapServiceFor(worldPlan);

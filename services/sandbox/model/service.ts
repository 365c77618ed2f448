import { defineService } from '@waystory/infra/host/service.ts';
import { type ModelOptions, mountCompletions, mountModelList } from './endpoint.ts';
import type { Atlas } from './world/atlas.ts';
import { loadAtlas } from './world/load-atlas.ts';

/** The product's own language model: plans trips from the built-in world, without a key and without weights. */
export const modelService = defineService({
  name: 'model',
  streams: [],
  routes: [],
  projections: [],
  reactors: () => [],
  errors: {},
  async open({ config }) {
    let loading: Promise<Atlas> | undefined;
    const options: ModelOptions = {
      // Loaded when somebody first talks to it.
      atlas: () => {
        loading ??= loadAtlas().catch((error: unknown) => {
          loading = undefined;
          throw error;
        });
        return loading;
      },
      wordsPerSecond: config.SANDBOX_MODEL_PACE,
      key: config.SANDBOX_MODEL_KEY,
    };
    return {
      mount: async (app) => mountModelList(app, options),
      mountWrites: async (app) => mountCompletions(app, options),
    };
  },
});

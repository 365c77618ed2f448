import { anyProjection, defineService } from '@waystory/infra/kit/service.ts';
import { imageErrors, imageEvents, imageRoutes } from '@waystory/proto/media/image.ts';
import { imageRoutesOn } from './image/image.routes.ts';
import { imagesProjection } from './image/images.projection.ts';
import { serveScenes } from './scene/scene.pages.ts';

export const mediaService = defineService({
  name: 'media',
  streams: [imageEvents],
  routes: [],
  projections: [anyProjection(imagesProjection)],
  reactors: () => [],
  open: async ({ engines }) => ({
    routes: [imageRoutesOn(engines.photos, engines.events)],
    mount: (app) => serveScenes(app, engines.scenes),
  }),
  openRoutes: [imageRoutes],
  errors: imageErrors,
});

import { acceptForms } from '@waystory/infra/blobs/incoming-form.ts';
import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { anyProjection, defineService, type OpenServices, type ServiceParts } from '@waystory/infra/host/service.ts';
import { bindWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { fileErrors, fileEvents, fileRoutes, uploadRoutes } from '@waystory/proto/media/file.ts';
import { imageErrors, imageEvents, imageRoutes } from '@waystory/proto/media/image.ts';
import { serveFiles } from './file/file.pages.ts';
import { bindFileRoutes } from './file/file.routes.ts';
import { createStorageCheck } from './file/file-room.ts';
import { filesProjection } from './file/files.projection.ts';
import { createUploadConverter } from './file/keep-upload.ts';
import { referencedFilesProjection } from './file/named-files.projection.ts';
import { removeFilesActivities } from './file/remove-files.activities.ts';
import { removeFilesWorkflow } from './file/remove-files.workflow.ts';
import { removeFilesWithAccount } from './file/remove-with-account.reactor.ts';
import { startSweeps } from './file/sweep-uploads.ts';
import { bindUploadRoutes } from './file/upload.routes.ts';
import { createUploadQuota } from './file/upload-quota.ts';
import { bindImageRoutes } from './image/image.routes.ts';
import { imagesProjection } from './image/images.projection.ts';
import { reportUseActivities } from './image-use/report-use.activities.ts';
import { reportImageUse } from './image-use/report-use.reactor.ts';
import { reportUseWorkflow } from './image-use/report-use.workflow.ts';
import { serveScenes } from './scene/scene.pages.ts';

export const mediaService = defineService({
  name: 'media',
  streams: [imageEvents, fileEvents],
  routes: [],
  projections: [anyProjection(imagesProjection), anyProjection(filesProjection), referencedFilesProjection],
  reactors: (services) => [removeFilesWithAccount(services), reportImageUse(services)],
  workflows: (services) => [
    bindWorkflow(removeFilesWorkflow, removeFilesActivities(services)),
    bindWorkflow(reportUseWorkflow, reportUseActivities(services.engines.photos)),
  ],
  open: openMedia,
  openRoutes: [imageRoutes, fileRoutes, uploadRoutes],
  errors: { ...imageErrors, ...fileErrors },
});

async function openMedia({ engines, log, readSide, config: { PICTURES_PER_ACCOUNT } }: OpenServices): Promise<ServiceParts> {
  const { blobs, events } = engines;
  const commands = createCommandHandler(events);
  const intake = createUploadConverter(blobs);
  const room = createStorageCheck(PICTURES_PER_ACCOUNT);
  const quota = createUploadQuota(blobs);
  return {
    routes: [
      bindImageRoutes(engines.photos, events),
      bindFileRoutes(blobs, intake, quota, room),
      { ...bindUploadRoutes(blobs, intake, quota, room), accept: acceptForms },
    ],
    async mount(app) {
      await serveScenes(app, engines.scenes);
      await serveFiles(app, blobs);
    },
    mountWrites: async (app) => blobs.mount?.(app),
    stop: startSweeps({ blobs, events, readSide, commands }, log).stop,
  };
}

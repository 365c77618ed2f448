import { jobStream } from '@waystory/infra/bulk/bulk-job.ts';
import { orThrow } from '@waystory/infra/errors.ts';
import { bindRoutes, commandRouteHandler } from '@waystory/infra/http/route-handler.ts';
import { jobRoutes } from '@waystory/proto/operations/job.ts';
import { jobs } from './jobs.projection.ts';

export const routes = bindRoutes(jobRoutes, {
  listJobs: async ({ query }, { reads }) => ({ body: await reads.list(jobs, query) }),
  getJob: async ({ params }, { reads }) => ({ body: orThrow(await reads.one(jobs, params.id), 'job/unknown') }),
  cancelJob: commandRouteHandler(jobStream)(
    ({ params, principal }) => ({ id: params.id, command: { type: 'CancelJob', actor: principal } }),
    () => undefined,
  ),
});

import { anyProjection, defineService } from '@waystory/infra/host/service.ts';
import { bulkErrors } from '@waystory/proto/kit/bulk.ts';
import { auditErrors } from '@waystory/proto/operations/audit.ts';
import { jobErrors, jobEvents } from '@waystory/proto/operations/job.ts';
import { reportErrors, reportEvents, reportRoutes } from '@waystory/proto/operations/report.ts';
import { auditProjection } from './audit/audit.projection.ts';
import { routes as auditRoutes } from './audit/audit.routes.ts';
import { routes as jobRoutes } from './job/job.routes.ts';
import { jobsProjection } from './job/jobs.projection.ts';
import { reportRoutesOn } from './report/report.routes.ts';
import { reportsProjection } from './report/reports.projection.ts';
import { stopHomesProjection } from './report/stop-homes.projection.ts';
import { withdrawWithAccount } from './report/withdraw-with-account.reactor.ts';

export const moderationService = defineService({
  name: 'moderation',
  streams: [jobEvents, reportEvents],
  routes: [jobRoutes, auditRoutes],
  projections: [anyProjection(jobsProjection), anyProjection(reportsProjection), anyProjection(stopHomesProjection), auditProjection],
  reactors: (services) => [withdrawWithAccount(services)],
  open: async ({ engines }) => ({ routes: [reportRoutesOn(engines.events)] }),
  openRoutes: [reportRoutes],
  errors: { ...jobErrors, ...reportErrors, ...auditErrors, ...bulkErrors },
});

import { anyProjection, defineService } from '@waystory/infra/host/service.ts';
import { bulkErrors } from '@waystory/proto/kit/bulk.ts';
import { auditErrors } from '@waystory/proto/operations/audit.ts';
import { caseErrors, caseEvents } from '@waystory/proto/operations/case.ts';
import { caseHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { jobErrors, jobEvents } from '@waystory/proto/operations/job.ts';
import { reportErrors, reportEvents, reportRoutes } from '@waystory/proto/operations/report.ts';
import { auditProjection } from './audit/audit.projection.ts';
import { routes as auditRoutes } from './audit/audit.routes.ts';
import { caseHistoryRoutesOn, routes as caseRoutes } from './case/case.routes.ts';
import { casesProjection } from './case/cases.projection.ts';
import { settleReports } from './case/settle-reports.reactor.ts';
import { routes as jobRoutes } from './job/job.routes.ts';
import { jobsProjection } from './job/jobs.projection.ts';
import { reportRoutesOn } from './report/report.routes.ts';
import { stopHomesProjection } from './report/stop-homes.projection.ts';
import { withdrawWithAccount } from './report/withdraw-with-account.reactor.ts';

export const moderationService = defineService({
  name: 'moderation',
  streams: [jobEvents, reportEvents, caseEvents],
  routes: [jobRoutes, auditRoutes, caseRoutes],
  projections: [anyProjection(jobsProjection), anyProjection(casesProjection), anyProjection(stopHomesProjection), auditProjection],
  reactors: (services) => [withdrawWithAccount(services), settleReports(services)],
  open: async ({ engines }) => ({ routes: [reportRoutesOn(engines.events), caseHistoryRoutesOn(engines.events)] }),
  openRoutes: [reportRoutes, caseHistoryRoutes],
  errors: { ...jobErrors, ...reportErrors, ...caseErrors, ...auditErrors, ...bulkErrors },
});

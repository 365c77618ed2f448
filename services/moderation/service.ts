import { anyProjection, defineService } from '@waystory/infra/host/service.ts';
import { bulkErrors } from '@waystory/proto/kit/bulk.ts';
import { auditErrors } from '@waystory/proto/operations/audit.ts';
import { caseErrors, caseEvents } from '@waystory/proto/operations/case.ts';
import { caseHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { jobErrors, jobEvents } from '@waystory/proto/operations/job.ts';
import { parkedEventErrors, parkedEventEvents, parkedEventRoutes } from '@waystory/proto/operations/parked-event.ts';
import { projectionErrors, projectionEvents, projectionRoutes } from '@waystory/proto/operations/projection.ts';
import { reportErrors, reportEvents, reportRoutes } from '@waystory/proto/operations/report.ts';
import { systemRoutes } from '@waystory/proto/operations/system.ts';
import { auditProjection } from './audit/audit.projection.ts';
import { routes as auditRoutes } from './audit/audit.routes.ts';
import { bindCaseHistoryRoutes, routes as caseRoutes } from './case/case.routes.ts';
import { casesProjection } from './case/cases.projection.ts';
import { settleReports } from './case/settle-reports.reactor.ts';
import { figuresProjection } from './figures/figures.projection.ts';
import { routes as jobRoutes } from './job/job.routes.ts';
import { jobsProjection } from './job/jobs.projection.ts';
import { bindParkedEventRoutes } from './parked-event/parked-event.routes.ts';
import { bindProjectionRoutes } from './projection/projection.routes.ts';
import { bindReportRoutes } from './report/report.routes.ts';
import { stopItinerariesProjection } from './report/stop-homes.projection.ts';
import { withdrawReportsWithAccount } from './report/withdraw-with-account.reactor.ts';
import { bindSystemRoutes } from './system/system.routes.ts';

export const moderationService = defineService({
  name: 'moderation',
  streams: [caseEvents, jobEvents, parkedEventEvents, projectionEvents, reportEvents],
  routes: [jobRoutes, auditRoutes, caseRoutes],
  projections: [
    anyProjection(jobsProjection),
    anyProjection(casesProjection),
    anyProjection(stopItinerariesProjection),
    auditProjection,
    anyProjection(figuresProjection),
  ],
  reactors: (services) => [withdrawReportsWithAccount(services), settleReports(services)],
  open: async (services) => {
    const { events, deadLetters } = services.engines;
    return {
      routes: [
        bindReportRoutes(events),
        bindCaseHistoryRoutes(events),
        bindProjectionRoutes(services),
        bindParkedEventRoutes(deadLetters),
        bindSystemRoutes(services),
      ],
    };
  },
  openRoutes: [reportRoutes, caseHistoryRoutes, projectionRoutes, parkedEventRoutes, systemRoutes],
  errors: { ...jobErrors, ...reportErrors, ...caseErrors, ...auditErrors, ...bulkErrors, ...projectionErrors, ...parkedEventErrors },
});

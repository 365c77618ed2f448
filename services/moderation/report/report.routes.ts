import { orThrow, Rejected } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { accountOf, type BoundRoutes, bind, commandsOn } from '@waystory/infra/http/route-handler.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { reportRoutes } from '@waystory/proto/operations/report.ts';
import { isReportable } from './read-reportable.ts';
import { reportStream } from './report.ts';
import { reports } from './reports.projection.ts';

const command = commandsOn(reportStream);

/** Reports over HTTP; whether the reporter sees the thing is read from the log. */
export const reportRoutesOn = (events: Pick<EventStore, 'read'>): BoundRoutes =>
  bind(reportRoutes, {
    fileReport: command(
      (request, { reads }) => {
        const accountId = accountOf(request);
        const { reportableType, reportableId } = request.body;
        const id = derivedId('report', accountId, reportableType, reportableId);
        const file = async () => {
          if (!(await isReportable(events, reportableType, reportableId, request.principal, reads))) throw new Rejected('reportable/unknown');
          return { type: 'FileReport' as const, reportId: id, accountId, report: request.body };
        };
        return { id, command: file };
      },
      (report) => orThrow(report, 'report/unknown'),
      (report) => report ?? undefined,
    ),
    listReports: async ({ query }, { reads }) => ({ body: await reads.list(reports, query) }),
    getReport: async ({ params }, { reads }) => ({ body: orThrow(await reads.one(reports, params.id), 'report/unknown') }),
    patchReport: command(
      ({ params, body, principal }) => ({
        id: params.id,
        command: { type: 'PatchReport', state: body.state, note: body.note, moderatorId: principal.accountId },
      }),
      (report) => orThrow(report, 'report/unknown'),
    ),
  });

import type { CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { orThrow } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { type BoundRoutes, bindRoutes, commandRouteHandler, requireAccountId } from '@waystory/infra/http/route-handler.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { type Report, reportRoutes } from '@waystory/proto/operations/report.ts';
import { caseIdOf, caseStream } from '../case/case.ts';
import { readReportable } from './read-reportable.ts';
import { reportStream } from './report.ts';
import { reports } from './reports.projection.ts';

const command = commandRouteHandler(reportStream);

/** Number of decisions on a target so far. */
const roundOf = async (
  commands: CommandHandler,
  { reportableType, reportableId }: Pick<Report, 'reportableType' | 'reportableId'>,
): Promise<number> => (await commands.load(caseStream, caseIdOf(reportableType, reportableId))).state.decisionsCount;

/** Routes of reports. The target is read from the log, so that its visibility is current. */
export const bindReportRoutes = (events: Pick<EventStore, 'read'>): BoundRoutes =>
  bindRoutes(reportRoutes, {
    fileReport: command(
      (request, { reads, commands }) => {
        const accountId = requireAccountId(request);
        const { reportableType, reportableId } = request.body;
        const id = derivedId('report', accountId, reportableType, reportableId);
        const file = async () => {
          const [of, round] = await Promise.all([
            readReportable(events, reportableType, reportableId, request.principal, reads),
            roundOf(commands, request.body),
          ]);
          return { type: 'FileReport' as const, reportId: id, accountId, report: request.body, of: orThrow(of, 'reportable/unknown'), round };
        };
        return { id, command: file };
      },
      (report) => {
        const { round: _, ...receipt } = orThrow(report, 'report/unknown');
        return receipt;
      },
    ),
    listReports: async ({ query }, { reads }) => ({ body: await reads.list(reports, query) }),
    getReport: async ({ params }, { reads }) => ({ body: orThrow(await reads.one(reports, params.id), 'report/unknown') }),
    patchReport: command(
      ({ params: { id }, body: { state, note }, principal }, { commands }) => ({
        id,
        command: async () => {
          const { state: report } = await commands.load(reportStream, id);
          const round = report ? await roundOf(commands, report) : 0;
          return { type: 'PatchReport', state, note, moderatorId: principal.accountId, round };
        },
      }),
      (report) => orThrow(report, 'report/unknown'),
    ),
  });

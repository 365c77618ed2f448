import { orThrow } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { historyPage } from '@waystory/infra/history/history.ts';
import {
  type BoundRoutes,
  bindRoutes,
  type HandlerServices,
  type RouteRequest,
  type RouteResponse,
  requireAccountId,
} from '@waystory/infra/http/route-handler.ts';
import { caseRoutes, type ReportedCase } from '@waystory/proto/operations/case.ts';
import { caseHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { type CaseCommand, caseStream } from './case.ts';
import { withCaseState } from './case-counts.ts';
import { cases } from './cases.projection.ts';

/** @throws Rejected `case/unknown` when the target has never been reported. */
const caseOf = async (id: string, { reads }: Pick<HandlerServices, 'reads'>): Promise<ReportedCase> =>
  orThrow(await reads.one(cases, id), 'case/unknown');

type Asked = Pick<RouteRequest<typeof caseRoutes.assignCase>, 'params' | 'ifMatch' | 'context'>;

/**
 * Executes a command on a case and answers with the new case. Type and id of the target come from the read model, because the stream has them only
 * after its first event.
 */
async function work(
  { params: { id }, ifMatch, context }: Asked,
  services: HandlerServices,
  commandOn: (thing: Pick<ReportedCase, 'reportableType' | 'reportableId'>) => CaseCommand,
): Promise<RouteResponse<ReportedCase>> {
  const known = await caseOf(id, services);
  const { reportableType, reportableId } = known;
  const command = commandOn({ reportableType, reportableId });
  const { state, position, replayed } = await services.commands.execute(caseStream, id, [command], context, { ifMatch });
  return { body: withCaseState(known, state), position, replayed };
}

export const routes = bindRoutes(caseRoutes, {
  listCases: async ({ query }, { reads }) => ({ body: await reads.list(cases, query) }),
  getCase: async ({ params }, services) => ({ body: await caseOf(params.id, services) }),
  assignCase: (request, services) =>
    work(request, services, (thing) => ({ type: 'AssignCase', thing, moderatorId: requireAccountId(request), now: request.context.now })),
  releaseCase: async (request, services) => {
    const released = await work(request, services, () => ({ type: 'ReleaseCase', actor: request.principal, now: request.context.now }));
    return { ...released, body: undefined };
  },
  decideCase: (request, services) => {
    const { outcome, note = null } = request.body;
    return work(request, services, (thing) => ({
      type: 'DecideCase',
      thing,
      outcome,
      note,
      moderatorId: requireAccountId(request),
      now: request.context.now,
    }));
  },
});

/** Binds the route of a case's history. A case without events has an empty history. */
export const bindCaseHistoryRoutes = (events: Pick<EventStore, 'read'>): BoundRoutes =>
  bindRoutes(caseHistoryRoutes, {
    listCaseHistory: async ({ params: { id }, query }, services) => {
      const { version } = await caseOf(id, services);
      if (version === 0) return { body: { items: [], next: null } };
      return { body: await historyPage(events, { stream: caseStream, id, unknown: 'case/unknown' }, query) };
    },
  });

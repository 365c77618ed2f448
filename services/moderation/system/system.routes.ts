import type { OpenServices } from '@waystory/infra/host/service.ts';
import { type BoundRoutes, bindRoutes } from '@waystory/infra/http/route-handler.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { type DailyFigures, systemRoutes } from '@waystory/proto/operations/system.ts';
import { dailyCounts, waitingOrders } from '../figures/figures.projection.ts';
import { reports } from '../report/reports.projection.ts';
import { createEngineWatch } from './engine-watch.ts';
import { processesAt, requestCountsByMinute } from './process.view.ts';

const dayMs = 86_400_000;

/** One entry per day up to today, oldest first; days without events have zeros. */
function everyDay(known: readonly DailyFigures[], number: number, now: number): DailyFigures[] {
  const byDay = new Map(known.map((day) => [day.id, day]));
  return Array.from({ length: number }, (_, index) => {
    const id = new Date(now - (number - 1 - index) * dayMs).toISOString().slice(0, 10);
    return byDay.get(id) ?? { id, accounts: 0, stories: 0, creditsSold: 0, creditsUsed: 0 };
  });
}

/** Routes of processes, engines and figures. */
export function bindSystemRoutes(services: OpenServices): BoundRoutes {
  const { engines, readSide } = services;
  const watch = createEngineWatch(services);
  return bindRoutes(systemRoutes, {
    listProcesses: async () => ({ body: { items: processesAt(await engines.processes.list(), Date.now()) } }),
    listEngines: async () => ({ body: { items: await watch() } }),
    getFigures: async ({ query, principal }, { reads }) => {
      const now = Date.now();
      const first = new Date(now - (query.days - 1) * dayMs).toISOString().slice(0, 10);
      // These reads bypass the response cache, because request counts change while read models do not.
      const own = readSide.forRequest(principal, reads.after);
      const [openReports, unpaidOrders, unfulfilledOrders, known, records] = await Promise.all([
        own.count(reports, eq('state', 'open')),
        own.count(waitingOrders, eq('isPaid', false)),
        own.count(waitingOrders, eq('isPaid', true)),
        own.all(dailyCounts, { op: 'gte', field: 'id', value: first }, [], query.days),
        engines.processes.list(),
      ]);
      const body = {
        openReports,
        unpaidOrders,
        unfulfilledOrders,
        minutes: requestCountsByMinute(records, now),
        days: everyDay(known, query.days, now),
      };
      return { body };
    },
  });
}

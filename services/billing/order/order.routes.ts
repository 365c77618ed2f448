import { Rejected } from '@waystory/infra/errors.ts';
import { bind } from '@waystory/infra/http/route-handler.ts';
import { isAdmin, type Viewer } from '@waystory/infra/identity/principal.ts';
import { orderRoutes } from '@waystory/proto/billing/order.ts';
import { packages } from './packages.ts';

/** Orders are their account's own business, and that of admins. */
function mustSee(accountId: string, viewer: Viewer): void {
  if (accountId !== viewer.accountId && !isAdmin(viewer)) throw new Rejected('account/unknown');
}

/** There are no orders yet: reads find none. */
export const routes = bind(orderRoutes, {
  listPackages: async () => ({ body: [...packages] }),
  createOrder: async ({ params, viewer }) => {
    if (params.accountId !== viewer.accountId) throw new Rejected('account/unknown');
    throw new Rejected('order/not-open');
  },
  listOrders: async ({ params, query, viewer }) => {
    mustSee(params.accountId, viewer);
    return { body: { items: [], total: 0, page: query.page, limit: query.limit } };
  },
  getOrder: async () => {
    throw new Rejected('order/unknown');
  },
});

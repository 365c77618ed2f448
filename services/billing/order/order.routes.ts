import { Rejected } from '@waystory/infra/errors.ts';
import { bind } from '@waystory/infra/http/route-handler.ts';
import { isAdmin, type Principal } from '@waystory/infra/identity/principal.ts';
import { orderRoutes } from '@waystory/proto/billing/order.ts';
import { packages } from './packages.ts';

/** Orders are their account's own business, and that of admins. */
function mustSee(accountId: string, principal: Principal): void {
  if (accountId !== principal.accountId && !isAdmin(principal)) throw new Rejected('account/unknown');
}

/** There are no orders yet: reads find none. */
export const routes = bind(orderRoutes, {
  listPackages: async () => ({ body: [...packages] }),
  createOrder: async ({ params, principal }) => {
    if (params.accountId !== principal.accountId) throw new Rejected('account/unknown');
    throw new Rejected('order/package-unknown');
  },
  listOrders: async ({ params, query, principal }) => {
    mustSee(params.accountId, principal);
    return { body: { items: [], total: 0, page: query.page, limit: query.limit } };
  },
  getOrder: async () => {
    throw new Rejected('order/unknown');
  },
  cancelOrder: async () => {
    throw new Rejected('order/unknown');
  },
  refundOrder: async () => {
    throw new Rejected('order/unknown');
  },
});

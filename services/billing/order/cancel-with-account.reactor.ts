import type { CommandContext } from '@waystory/infra/commands/command-handler.ts';
import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { eraseIfAccountGone, erasureContext } from '@waystory/infra/reactors/erase-all.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { orderEvents } from '@waystory/proto/billing/order.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import { eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { openStatuses, orderStream } from './order.ts';
import { orders } from './orders.projection.ts';
import { checkoutRunId } from './runs.ts';

/** Page size of open orders, above any count that an account can have. */
const most = 1_000;

/** Cancels unpaid orders of a deleted account. A payment already made is refunded, because no account can receive its credits. */
export const cancelOrdersWithAccount = (services: Pick<ReactorServices, 'commands' | 'reads' | 'workflows' | 'isGone'>): Reactor => {
  const { commands, reads, workflows } = services;
  async function cancel(id: string, context: CommandContext): Promise<void> {
    await commands.execute(orderStream, id, [{ type: 'CancelOrder', reason: 'ACCOUNT_GONE' }], context);
    await workflows.signal(checkoutRunId(id), 'stripe', { sessionId: null }, 'account-gone');
  }
  return defineReactor({
    name: 'cancel-orders-with-account',
    reads: joinEvents(accountEvents, orderEvents),
    on: {
      AccountDeleted: async (event) => {
        const isOpen: Filter = { op: 'in', field: 'status', values: [...openStatuses] };
        const open = await reads(event.position).all(orders, { op: 'and', of: [eq('accountId', event.data.accountId), isOpen] }, [], most);
        for (const { id } of open) await cancel(id, erasureContext(event, id));
      },
      OrderPlaced: (event) => eraseIfAccountGone(services, event, cancel),
    },
  });
};

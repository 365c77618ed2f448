import { streamId } from '@waystory/infra/commands/decider.ts';
import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { orderEvents } from '@waystory/proto/billing/order.ts';
import { checkoutWorkflow } from './checkout.workflow.ts';
import { orderStream, unsettledStatuses } from './order.ts';
import { checkoutRun } from './runs.ts';

/** Every order has a run, also where its log was moved to and its workflows were not. Usually whoever placed it has seen to that. */
export function startCheckouts({ commands, workflows }: Pick<ReactorServices, 'commands' | 'workflows'>): Reactor {
  const start = async ({ stream }: { stream: string }): Promise<void> => {
    const orderId = streamId(stream);
    const { state } = await commands.load(orderStream, orderId);
    // In a log that is read again most of them have ended.
    if (!state || !unsettledStatuses.includes(state.status)) return;
    await workflows.start(checkoutWorkflow, checkoutRun(orderId), { orderId });
  };
  return defineReactor({
    name: 'start-checkouts',
    reads: orderEvents,
    on: { OrderPlaced: start },
    together: { OrderPlaced: async (events) => void (await Promise.all(events.map(start))) },
  });
}

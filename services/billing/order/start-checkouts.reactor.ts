import { streamId } from '@waystory/infra/commands/decider.ts';
import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { orderEvents } from '@waystory/proto/billing/order.ts';
import { checkoutWorkflow } from './checkout.workflow.ts';
import { orderStream, unsettledStatuses } from './order.ts';
import { checkoutRunId } from './runs.ts';

/** Starts the run of every order, also after a log was moved without its workflows. The route usually started it already. */
export function startCheckouts({ commands, workflows }: Pick<ReactorServices, 'commands' | 'workflows'>): Reactor {
  const start = async ({ stream }: { stream: string }): Promise<void> => {
    const orderId = streamId(stream);
    const { state } = await commands.load(orderStream, orderId);
    // During a replay most orders have ended.
    if (!state || !unsettledStatuses.includes(state.status)) return;
    await workflows.start(checkoutWorkflow, checkoutRunId(orderId), { orderId });
  };
  return defineReactor({
    name: 'start-checkouts',
    reads: orderEvents,
    on: { OrderPlaced: start },
    together: { OrderPlaced: async (events) => void (await Promise.all(events.map(start))) },
  });
}

import { condition, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import type { BareSteps } from './bare-steps.ts';

export const told = defineSignal('stripe');
const steps = proxyActivities<BareSteps>({ startToCloseTimeout: '40s' });

/** The same run on Temporal, in its isolate. */
export async function checkout(orderId: string): Promise<void> {
  let heard = 0;
  setHandler(told, () => {
    heard++;
  });
  const session = await steps.open(orderId);
  let [intent, seen]: [string | null, number] = [null, 0];
  while (intent === null) {
    await condition(() => heard > seen);
    seen = heard;
    intent = await steps.read(session);
  }
  await steps.pay(orderId, intent);
  await steps.grant(orderId);
}

import { checkoutRun } from '@waystory/services/billing/order/runs.ts';
import { faultsOfOrder } from './reckoning.ts';
import type { Scene } from './scene.ts';
import type { Story } from './stories.ts';

/** What is wrong with an order, by its tag. */
export async function faultsOf({ stage, stripe, buyers, log }: Scene, tag: string, story: Story | null): Promise<string[]> {
  const logged = (await log.all()).find((one) => one.tag === tag);
  if (!logged) return [`${tag}: it was never placed`];
  const shown = await buyers.see(logged);
  const run = await stage.engines.workflows.status(checkoutRun(logged.id));
  return faultsOfOrder({ logged, account: (await stripe.books()).get(logged.id), shown, run }, story);
}

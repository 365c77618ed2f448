import { checkoutRunId } from '@waystory/services/billing/order/runs.ts';
import { newEvent } from '../../harness/event-log.ts';
import { runCommand } from '../environment/commands.ts';
import type { Environment } from '../environment/environment.ts';
import { until } from '../environment/progress.ts';
import { lineWithFaults, type Tally } from '../tally.ts';
import type { BuyerClients, StripeSandboxClient } from './buyers.ts';
import { faultsOfAllOrders, faultsOfOrder, type LoggedOrder, type OrderLog } from './reckoning.ts';
import { type OrderCourse, orderCourses, playCourse } from './stories.ts';

const rightWithinMs = 120_000;
const visibleWithinMs = 10_000;

/** Negative control: records that the drill notices a refund without an event. */
export async function checkLostRefundIsDetected(scene: CheckoutDrillContext, tally: Tally): Promise<void> {
  const { environment, stripe, log } = scene;
  const [tag, story] = ['control', orderCourses.find(({ name }) => name === 'paid') ?? null];
  if (!story) throw new Error('Nothing is ever paid');
  await playCourse(scene, tag, story);
  const isRight = async (): Promise<boolean> => (await faultsOfTaggedOrder(scene, tag, null)).length === 0;
  const before = await until(isRight, rightWithinMs);
  const order = (await log.all()).find((one) => one.tag === tag);
  await stripe.act({ do: 'deliver', how: { mode: 'dropped' } });
  const session = (await stripe.books()).get(order?.id ?? '')?.sessions[0]?.id ?? '';
  await stripe.act({ do: 'refund', session });
  const faults = await faultsOfTaggedOrder(scene, tag, null);
  await stripe.act({ do: 'calm' });
  await runCommand('reconcile', environment.env);
  const after = await until(isRight, rightWithinMs);
  tally.record(
    before && faults.length > 0 && after,
    lineWithFaults(`${environment.name}: control: a refund that nobody heard of is noticed, until Stripe is asked`, faults),
  );
}

/** Records that the drill and `npm run verify` detect a ledger entry that no command decided. The ledger is wrong from then on. */
export async function checkForgedEntryIsDetected(
  { environment, stripe, buyers, log }: CheckoutDrillContext,
  orders: readonly LoggedOrder[],
  tally: Tally,
): Promise<void> {
  const order = orders.find(({ traces }) => traces.at(-1)?.what === 'OrderFulfilled');
  const granted = order?.traces.find(({ what }) => what === 'CreditsGranted');
  if (!order || !granted) throw new Error('Nothing was granted');
  const entry = newEvent('CreditsGranted', { ...granted.data, credits: 1 }, { schema: 2 });
  await environment.engines.events.append(`credit-${order.accountId}`, 'any', [entry]);
  const faults = async (): Promise<string[]> => {
    const all = await log.all();
    const [logged, books] = [all.find(({ id }) => id === order.id), await stripe.books()];
    const shown = await buyers.see(order);
    if (!logged) return [];
    return [
      ...faultsOfOrder({ logged, account: books.get(order.id), shown, run: 'completed' }, null),
      ...(await faultsOfAllOrders(all, books, buyers)),
    ];
  };
  let found: string[] = [];
  const isNoticed = async (): Promise<boolean> => {
    found = await faults();
    return found.length >= 3;
  };
  // The read model lags behind an event that another process appended.
  await until(isNoticed, visibleWithinMs);
  const { failed, lines } = await runCommand('verify', environment.env);
  const audits = lines.filter((line) => /^DIFFERENT\s+(ledgers of credits|orders): /.test(line));
  tally.record(
    found.length >= 3 && failed && audits.length === 2,
    lineWithFaults(`${environment.name}: control: an entry that was slipped into a ledger is noticed`, [...found, ...audits]),
  );
}

/** Faults of the order with a tag. */
export async function faultsOfTaggedOrder(
  { environment, stripe, buyers, log }: CheckoutDrillContext,
  tag: string,
  story: OrderCourse | null,
): Promise<string[]> {
  const logged = (await log.all()).find((one) => one.tag === tag);
  if (!logged) return [`${tag}: it was never placed`];
  const shown = await buyers.see(logged);
  const { workflows } = environment.engines;
  const run = await workflows.status(checkoutRunId(logged.id));
  const failure = run === 'failed' ? await workflows.result(checkoutRunId(logged.id)).catch(String) : undefined;
  return faultsOfOrder({ logged, account: (await stripe.books()).get(logged.id), shown, run, failure }, story);
}

/** The product on one workflow engine, with clients of its buyers and its Stripe sandbox. */
export interface CheckoutDrillContext {
  environment: Environment;
  stripe: StripeSandboxClient;
  buyers: BuyerClients;
  log: OrderLog;
  random: () => number;
}

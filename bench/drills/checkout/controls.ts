import { newId } from '@waystory/infra/identifier.ts';
import { until } from '../cluster/progress.ts';
import { runCommand } from '../stage/command.ts';
import type { Tally } from '../tally.ts';
import { faultsOf } from './look-at.ts';
import type { LoggedOrder } from './order-log.ts';
import { play } from './play.ts';
import { faultsOfOrder, faultsOfSum } from './reckoning.ts';
import type { Scene } from './scene.ts';
import { stories } from './stories.ts';

/** What is right becomes so on a busy machine, milliseconds. */
const rightWithinMs = 120_000;

/** What the drill looks for must be noticed: money that went back of which nobody heard. */
export async function lostRefund(scene: Scene, tally: Tally): Promise<void> {
  const { stage, stripe, log } = scene;
  const [tag, story] = ['control', stories.find(({ name }) => name === 'paid') ?? null];
  if (!story) throw new Error('Nothing is ever paid');
  await play(scene, tag, story);
  const isRight = async (): Promise<boolean> => (await faultsOf(scene, tag, null)).length === 0;
  const before = await until(isRight, rightWithinMs);
  const order = (await log.all()).find((one) => one.tag === tag);
  await stripe.act({ do: 'deliver', how: { mode: 'dropped' } });
  const session = (await stripe.books()).get(order?.id ?? '')?.sessions[0]?.id ?? '';
  await stripe.act({ do: 'refund', session });
  const faults = await faultsOf(scene, tag, null);
  await stripe.act({ do: 'calm' });
  await runCommand('reconcile', stage);
  const after = await until(isRight, rightWithinMs);
  tally.record(
    before && faults.length > 0 && after,
    [`${stage.name}: control: a refund that nobody heard of is noticed, until Stripe is asked`, ...faults].join('; '),
  );
}

/** An entry that no rule made is noticed, by the drill and by `npm run verify`. The ledger is wrong from then on. */
export async function slippedEntry({ stage, stripe, buyers, log }: Scene, orders: readonly LoggedOrder[], tally: Tally): Promise<void> {
  const order = orders.find(({ traces }) => traces.at(-1)?.what === 'OrderFulfilled');
  const granted = order?.traces.find(({ what }) => what === 'CreditsGranted');
  if (!order || !granted) throw new Error('Nothing was granted');
  const { events } = stage.engines;
  const meta = { actorId: null, commandId: newId() };
  const entry = { id: newId(), type: 'CreditsGranted', schema: 2, data: { ...granted.data, credits: 1 }, meta, at: new Date().toISOString() };
  await events.append(`credit-${order.accountId}`, 'any', [entry]);
  const faults = async (): Promise<string[]> => {
    const all = await log.all();
    const [logged, books] = [all.find(({ id }) => id === order.id), await stripe.books()];
    const shown = await buyers.see(order);
    if (!logged) return [];
    return [...faultsOfOrder({ logged, account: books.get(order.id), shown, run: 'completed' }, null), ...(await faultsOfSum(all, books, buyers))];
  };
  const found = await faults();
  const { failed, lines } = await runCommand('verify', stage);
  const audits = lines.filter((line) => /^DIFFERENT\s+(ledgers of credits|orders): /.test(line));
  tally.record(
    found.length >= 3 && failed && audits.length === 2,
    [`${stage.name}: control: an entry that was slipped into a ledger is noticed`, ...found, ...audits].join('; '),
  );
}

import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@waystory/infra/identifier.ts';
import { checkoutRun } from '@waystory/services/billing/order/runs.ts';
import { numbersFrom } from '../../harness/seeded-numbers.ts';
import { until } from '../cluster/progress.ts';
import { runCommand } from '../stage/command.ts';
import { openManyProcesses } from '../stage/many-processes.ts';
import { openOneProcess } from '../stage/one-process.ts';
import { runVerify } from '../stage/verify-command.ts';
import type { Tally } from '../tally.ts';
import { openStripe } from './at-stripe.ts';
import { openBuyers } from './buyers.ts';
import { gapsOf } from './gaps.ts';
import { type LoggedOrder, readOrders } from './order-log.ts';
import { play } from './play.ts';
import { faultsOfOrder, faultsOfSum } from './reckoning.ts';
import type { Scene } from './scene.ts';
import { aims, type Story, stories } from './stories.ts';
import { weatherOf } from './weather.ts';

/** What runs here: what sells credits, Stripe, and the rest of what verify compares. */
const contexts: readonly string[] = ['accounts', 'itineraries', 'media', 'moderation', 'social', 'billing', 'stripe', 'assistant'];
/** What went well ends by itself so soon; what was dropped is asked for then, milliseconds. */
const soonMs = 15_000;
/** A step of a worker that died is another's after 40 s, and Stripe is asked again after pauses of a minute or two. */
const endedWithinMs = 240_000;
/** It may be that what was aimed at never comes, since something else was struck before: it is struck all the same, milliseconds. */
const reachedWithinMs = 12_000;
const lookEveryMs = 2;
/** Orders beside the one that is aimed at. */
const beside = 2;

export interface CheckoutOptions {
  /** Kills on DBOS; on Temporal as many, or a third of it in short. */
  runs: number;
  seed: number;
  /** One kill follows the other while the orders of the last are still under way. */
  short: boolean;
  tally: Tally;
}

/** Orders that were under way at a kill. */
interface Run {
  name: string;
  played: readonly { tag: string; story: Story; playing: Promise<void> }[];
}

/** Kills what sells credits between all steps of a checkout, while Stripe delivers badly, and looks whether money and credits add up. */
export async function checkoutDrill({ runs, seed, short, tally }: CheckoutOptions): Promise<void> {
  for (const [open, kills] of [[openOneProcess, runs] as const, [openManyProcesses, short ? Math.ceil(runs / 3) : runs] as const]) {
    const stage = await open({ name: 'checkout', contexts, settings: {} });
    try {
      const scene = {
        stage,
        stripe: openStripe(stage),
        buyers: await openBuyers(stage),
        log: readOrders(stage.engines.events),
        random: numbersFrom(seed),
      };
      await drillOn(scene, kills, !short, tally);
    } finally {
      await stage.close();
    }
  }
}

async function drillOn(scene: Scene, kills: number, isPatient: boolean, tally: Tally): Promise<void> {
  const { stage, stripe, log } = scene;
  await lostRefund(scene, tally);
  const [runs, strikes]: [Run[], number[]] = [[], []];
  for (let run = 0; run < kills; run++) {
    const one = await strikeOnce(scene, run, strikes);
    if (isPatient) await reckon(scene, one, tally);
    else runs.push(one);
  }
  for (const one of runs) await reckon(scene, one, tally);
  const orders = await log.all();
  const faults = await faultsOfSum(orders, await stripe.books(), scene.buyers);
  const money = [...(await stripe.books()).values()];
  const [paid, kept] = [money.reduce((sum, one) => sum + one.paid, 0), money.reduce((sum, one) => sum + one.kept, 0)];
  tally.record(
    faults.length === 0,
    said(`${stage.name}: of ${orders.length} orders ${paid} was paid and ${kept} kept, and the ledgers hold just that`, faults),
  );
  const gaps = [...gapsOf(orders, strikes)].toSorted(([, one], [, other]) => other - one);
  console.log(`     ${stage.name}: struck in ${gaps.length} gaps: ${gaps.map(([gap, times]) => `${times} x ${gap}`).join('; ')}`);
  await runVerify(stage, tally);
  await slippedEntry(scene, orders, tally);
}

const said = (what: string, faults: readonly string[]): string => [what, ...faults].join('; ');

/** One order is struck at a step of its story, and others wherever they are. */
async function strikeOnce(scene: Scene, run: number, strikes: number[]): Promise<Run> {
  const { stage, stripe, random } = scene;
  const { story, step } = aims[run % aims.length] ?? {};
  if (!story || step === undefined) throw new Error('There is nothing to aim at');
  const victim = stage.victims[(run + Math.floor(run / aims.length)) % stage.victims.length] ?? '';
  const before = weatherOf(random, 'before');
  for (const command of before.commands) await stripe.act(command);
  const others = Array.from({ length: beside }, () => stories[Math.floor(random() * stories.length)] ?? story);
  const played = [story, ...others].map((one, index) => {
    const tag = `${run}.${index} ${one.name}`;
    return { tag, story: one, playing: play(scene, tag, one) };
  });
  // Whoever waits for it hears of it; until then it is nobody's fault.
  for (const { playing } of played) playing.catch(() => {});
  const isThere = await reached(scene, played[0]?.tag ?? '', step);
  strikes.push((await stage.strike(victim)).at);
  const after = weatherOf(random, 'after');
  for (const command of after.commands) await stripe.act(command);
  return { name: `${stage.name}: ${victim} killed ${isThere ? 'at' : 'long after or before'} ${step} (${before.name}; then ${after.name})`, played };
}

/** Resolves when an order is where it is to be struck: whether it came there. */
async function reached({ log, stripe }: Scene, tag: string, step: string): Promise<boolean> {
  const late = performance.now() + reachedWithinMs;
  const isThere = async (): Promise<boolean> => {
    const order = (await log.all()).find((one) => one.tag === tag);
    if (!order || !step.startsWith('Stripe: ')) return order?.traces.some(({ what }) => what === step) ?? false;
    return (await stripe.stateOf(order.id)).includes(step);
  };
  for (; performance.now() < late; await pause(lookEveryMs)) if (await isThere().catch(() => false)) return true;
  return false;
}

/** Waits until the orders of a kill have ended and add up; what was never told is asked for, as operators do. */
async function reckon(scene: Scene, { name, played }: Run, tally: Tally): Promise<void> {
  const { stage, stripe } = scene;
  const failures: string[] = [];
  const playing = Promise.all(played.map(({ tag, playing: one }) => one.catch((error: unknown) => void failures.push(`${tag}: ${String(error)}`))));
  let faults: string[] = ['nothing was looked at'];
  const look = async (): Promise<boolean> => {
    faults = (await Promise.all(played.map(({ tag, story }) => faultsOf(scene, tag, story)))).flat();
    return faults.length === 0;
  };
  const began = performance.now();
  let asked = false;
  if (!(await until(look, soonMs))) {
    await stripe.act({ do: 'calm' });
    const { failed, lines } = await runCommand('reconcile', stage);
    if (failed) failures.push(...lines);
    asked = true;
    if (!(await until(look, endedWithinMs / 2))) {
      await runCommand('reconcile', stage);
      await until(look, endedWithinMs / 2);
    }
  }
  await Promise.race([playing, pause(soonMs, undefined, { ref: false })]);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const all = [...faults, ...failures];
  tally.record(
    all.length === 0,
    said(`${name}: ${played.length} orders ended and add up after ${seconds} s${asked ? ', Stripe was asked' : ''}`, all),
  );
}

/** What is wrong with an order, by its tag. */
async function faultsOf({ stage, stripe, buyers, log }: Scene, tag: string, story: Story | null): Promise<string[]> {
  const logged = (await log.all()).find((one) => one.tag === tag);
  if (!logged) return [`${tag}: it was never placed`];
  const shown = await buyers.see(logged);
  const run = await stage.engines.workflows.status(checkoutRun(logged.id));
  return faultsOfOrder({ logged, account: (await stripe.books()).get(logged.id), shown, run }, story);
}

/** What the drill looks for must be noticed: money that went back of which nobody heard. */
async function lostRefund(scene: Scene, tally: Tally): Promise<void> {
  const { stage, stripe, log } = scene;
  const [tag, story] = ['control', stories.find(({ name }) => name === 'paid') ?? null];
  if (!story) throw new Error('Nothing is ever paid');
  await play(scene, tag, story);
  const isRight = async (): Promise<boolean> => (await faultsOf(scene, tag, null)).length === 0;
  const before = await until(isRight, soonMs);
  const order = (await log.all()).find((one) => one.tag === tag);
  await stripe.act({ do: 'deliver', how: { mode: 'dropped' } });
  const session = (await stripe.books()).get(order?.id ?? '')?.sessions[0]?.id ?? '';
  await stripe.act({ do: 'refund', session });
  const faults = await faultsOf(scene, tag, null);
  await stripe.act({ do: 'calm' });
  await runCommand('reconcile', stage);
  const after = await until(isRight, endedWithinMs);
  tally.record(
    before && faults.length > 0 && after,
    said(`${stage.name}: control: a refund that nobody heard of is noticed, until Stripe is asked`, faults),
  );
}

/** An entry that no rule made is noticed, by the drill and by `npm run verify`. The ledger is wrong from then on. */
async function slippedEntry({ stage, stripe, buyers, log }: Scene, orders: readonly LoggedOrder[], tally: Tally): Promise<void> {
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
    said(`${stage.name}: control: an entry that was slipped into a ledger is noticed`, [...found, ...audits]),
  );
}

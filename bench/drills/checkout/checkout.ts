import { setTimeout as pause } from 'node:timers/promises';
import { numbersFrom } from '../../harness/seeded-numbers.ts';
import { until } from '../cluster/progress.ts';
import { runCommand } from '../stage/command.ts';
import { openManyProcesses } from '../stage/many-processes.ts';
import { openOneProcess } from '../stage/one-process.ts';
import { runVerify } from '../stage/verify-command.ts';
import type { Tally } from '../tally.ts';
import { openStripe } from './at-stripe.ts';
import { openBuyers } from './buyers.ts';
import { lostRefund, slippedEntry } from './controls.ts';
import { gapsOf } from './gaps.ts';
import { faultsOf } from './look-at.ts';
import { type LoggedOrder, readOrders } from './order-log.ts';
import { play } from './play.ts';
import { faultsOfSum } from './reckoning.ts';
import type { Scene } from './scene.ts';
import { aims, type Story, stories, untold } from './stories.ts';
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
/** Share of the kills for which that must be. */
const leastThere = 0.8;
/** Orders beside the one that is aimed at. */
const beside = 2;

export interface CheckoutOptions {
  /** Kills on DBOS; on Temporal as many, or a quarter of it in short. */
  runs: number;
  seed: number;
  /** One kill follows the other while the orders of the last are still under way. */
  short: boolean;
  tally: Tally;
}

/** Orders that were under way at a kill. */
interface Run {
  name: string;
  /** When it was, milliseconds since 1970, and whether the one that was aimed at was where it was to be. */
  at: number;
  isThere: boolean;
  played: readonly { tag: string; story: Story; playing: Promise<void> }[];
}

/** Kills what sells credits between all steps of a checkout, while Stripe delivers badly, and looks whether money and credits add up. */
export async function checkoutDrill({ runs, seed, short, tally }: CheckoutOptions): Promise<void> {
  const parts = [
    { open: openOneProcess, kills: runs, from: 0 },
    // Another start of the processes and as many restarts take longer than a short form may: it goes on where the other ended.
    { open: openManyProcesses, kills: short ? Math.ceil(runs / 4) : runs, from: short ? runs : 0 },
  ];
  for (const { open, kills, from } of parts) {
    const stage = await open({ name: 'checkout', contexts, settings: {} });
    try {
      const scene = {
        stage,
        stripe: await openStripe(stage),
        buyers: await openBuyers(stage),
        log: readOrders(stage.engines.events),
        random: numbersFrom(seed),
      };
      await drillOn(scene, { kills, from, isPatient: !short }, tally);
    } finally {
      await stage.close();
    }
  }
}

/** @param from number of its first aim */
async function drillOn(scene: Scene, { kills, from, isPatient }: { kills: number; from: number; isPatient: boolean }, tally: Tally): Promise<void> {
  const { stage, stripe, log } = scene;
  await lostRefund(scene, tally);
  const runs: Run[] = [];
  for (let run = from; run < from + kills; run++) {
    const one = await strikeOnce(scene, run);
    runs.push(one);
    if (isPatient) await reckon(scene, one, tally);
  }
  if (!isPatient) for (const one of runs) await reckon(scene, one, tally);
  const there = runs.filter(({ isThere }) => isThere).length;
  // Where one kill follows the other, much of what was struck before is still in the way.
  const isMet = !isPatient || there >= leastThere * kills;
  tally.record(isMet, `${stage.name}: ${there} of ${kills} kills were at the step that they were aimed at`);
  await stripe.act({ do: 'calm' });
  const orders = await log.all();
  await checkSum(scene, orders, tally);
  const strikes = runs.map(({ at }) => at);
  const gaps = gapsOf(orders, strikes);
  console.log(`     ${stage.name}: struck in ${gaps.length} gaps: ${gaps.join('; ')}`);
  await runVerify(stage, tally);
  await slippedEntry(scene, orders, tally);
}

/** The sum of the ledgers is what was paid less what went back. */
async function checkSum({ stage, stripe, buyers }: Scene, orders: readonly LoggedOrder[], tally: Tally): Promise<void> {
  const books = await stripe.books();
  const faults = await faultsOfSum(orders, books, buyers);
  let [paid, kept] = [0, 0];
  for (const account of books.values()) [paid, kept] = [paid + account.paid, kept + account.kept];
  const what = `${stage.name}: of ${orders.length} orders ${paid} was paid and ${kept} kept, and the ledgers hold just that`;
  tally.record(faults.length === 0, said(what, faults));
}

const said = (what: string, faults: readonly string[]): string => [what, ...faults].join('; ');

/** One order is struck at a step of its story, and others wherever they are. */
async function strikeOnce(scene: Scene, run: number): Promise<Run> {
  const { stage, stripe, random } = scene;
  const { story, step } = aims[run % aims.length] ?? {};
  if (!story || step === undefined) throw new Error('There is nothing to aim at');
  const victim = stage.victims[(run + Math.floor(run / aims.length)) % stage.victims.length] ?? '';
  const before = weatherOf(random, !untold.includes(step));
  for (const command of before.commands) await stripe.act(command);
  const others = Array.from({ length: beside }, () => stories[Math.floor(random() * stories.length)] ?? story);
  const played = [story, ...others].map((one, index) => {
    const tag = `${run}.${index} ${one.name}`;
    return { tag, story: one, playing: play(scene, tag, one) };
  });
  // Whoever waits for it hears of it; until then it is nobody's fault.
  for (const { playing } of played) playing.catch(() => {});
  const isThere = await reached(scene, played[0]?.tag ?? '', step);
  const { at } = await stage.strike(victim);
  const after = weatherOf(random, false);
  for (const command of after.commands) await stripe.act(command);
  const name = `${stage.name}: ${victim} killed ${isThere ? 'at' : 'long after or before'} ${step} (${before.name}; then ${after.name})`;
  return { name, at, isThere, played };
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

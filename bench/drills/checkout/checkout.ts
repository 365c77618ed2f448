import { setTimeout as pause } from 'node:timers/promises';
import { numbersFrom } from '../../harness/seeded-numbers.ts';
import { runCommand, runVerify, strike, victimsOf } from '../environment/commands.ts';
import { openEnvironment } from '../environment/environment.ts';
import { until } from '../environment/progress.ts';
import { type DrillRun, type Tally, withFaults } from '../tally.ts';
import { faultProfileOf, openBuyers, openStripe } from './buyers.ts';
import { faultsOf, lostRefund, type Scene, slippedEntry } from './controls.ts';
import { faultsOfSum, gapsOf, type LoggedOrder, readOrders } from './reckoning.ts';
import { aims, play, type Story, stories, untold } from './stories.ts';

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

/** Orders that were under way at a kill. */
interface Run {
  name: string;
  /** When it was, milliseconds since 1970, and whether the one that was aimed at was where it was to be. */
  at: number;
  isThere: boolean;
  played: readonly { tag: string; story: Story; playing: Promise<void> }[];
}

/** Kills what sells credits between all steps of a checkout, while Stripe delivers badly, and looks whether money and credits add up. */
export async function checkoutDrill({ runs, seed, short, tally }: DrillRun): Promise<void> {
  const parts = [
    { processes: 'one', on: [], kills: runs, from: 0 },
    // Another start of the processes and as many restarts take longer than a short form may: it goes on where the other ended.
    { processes: 'many', on: ['temporal'], kills: short ? Math.ceil(runs / 4) : runs, from: short ? runs : 0 },
  ] as const;
  for (const { processes, on, kills, from } of parts) {
    const environment = await openEnvironment({ name: 'checkout', processes, on, contexts });
    try {
      const scene = {
        environment,
        stripe: await openStripe(environment),
        buyers: await openBuyers(environment),
        log: readOrders(environment.engines.events),
        random: numbersFrom(seed),
      };
      await drillOn(scene, { kills, from, isPatient: !short }, tally);
    } finally {
      await environment.close();
    }
  }
}

/** @param from number of its first aim */
async function drillOn(scene: Scene, { kills, from, isPatient }: { kills: number; from: number; isPatient: boolean }, tally: Tally): Promise<void> {
  const { environment, stripe, log } = scene;
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
  tally.record(isMet, `${environment.name}: ${there} of ${kills} kills were at the step that they were aimed at`);
  await stripe.act({ do: 'calm' });
  const orders = await log.all();
  await checkSum(scene, orders, tally);
  const strikes = runs.map(({ at }) => at);
  const gaps = gapsOf(orders, strikes);
  console.log(`     ${environment.name}: struck in ${gaps.length} gaps: ${gaps.join('; ')}`);
  await runVerify(environment, tally);
  await slippedEntry(scene, orders, tally);
}

/** The sum of the ledgers is what was paid less what went back. */
async function checkSum({ environment, stripe, buyers }: Scene, orders: readonly LoggedOrder[], tally: Tally): Promise<void> {
  const books = await stripe.books();
  const faults = await faultsOfSum(orders, books, buyers);
  let [paid, kept] = [0, 0];
  for (const account of books.values()) [paid, kept] = [paid + account.paid, kept + account.kept];
  const what = `${environment.name}: of ${orders.length} orders ${paid} was paid and ${kept} kept, and the ledgers hold just that`;
  tally.record(faults.length === 0, withFaults(what, faults));
}

/** One order is struck at a step of its story, and others wherever they are. */
async function strikeOnce(scene: Scene, run: number): Promise<Run> {
  const { environment, stripe, random } = scene;
  const { story, step } = aims[run % aims.length] ?? {};
  if (!story || step === undefined) throw new Error('There is nothing to aim at');
  const victims = Object.entries(victimsOf(environment));
  const [named, victim] = victims[(run + Math.floor(run / aims.length)) % victims.length] ?? ['nobody', {}];
  const before = faultProfileOf(random, !untold.includes(step));
  for (const command of before.commands) await stripe.act(command);
  const others = Array.from({ length: beside }, () => stories[Math.floor(random() * stories.length)] ?? story);
  const played = [story, ...others].map((one, index) => {
    const tag = `${run}.${index} ${one.name}`;
    return { tag, story: one, playing: play(scene, tag, one) };
  });
  // Whoever waits for it hears of it; until then it is nobody's fault.
  for (const { playing } of played) playing.catch(() => {});
  const isThere = await reached(scene, played[0]?.tag ?? '', step);
  const { at } = await strike(environment, victim);
  const after = faultProfileOf(random, false);
  for (const command of after.commands) await stripe.act(command);
  const name = `${environment.name}: ${named} killed ${isThere ? 'at' : 'long after or before'} ${step} (${before.name}; then ${after.name})`;
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
  const { environment, stripe } = scene;
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
    const { failed, lines } = await runCommand('reconcile', environment.env);
    if (failed) failures.push(...lines);
    asked = true;
    if (!(await until(look, endedWithinMs / 2))) {
      await runCommand('reconcile', environment.env);
      await until(look, endedWithinMs / 2);
    }
  }
  await Promise.race([playing, pause(soonMs, undefined, { ref: false })]);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const all = [...faults, ...failures];
  tally.record(
    all.length === 0,
    withFaults(`${name}: ${played.length} orders ended and add up after ${seconds} s${asked ? ', Stripe was asked' : ''}`, all),
  );
}

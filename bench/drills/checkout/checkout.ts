import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../../harness/seeded-numbers.ts';
import { killVictim, runCommand, runVerify, victimsOf } from '../environment/commands.ts';
import { openEnvironment } from '../environment/environment.ts';
import { until } from '../environment/progress.ts';
import { type DrillRun, lineWithFaults, type Tally } from '../tally.ts';
import { createBuyerClients, drawFaultProfile, openStripeSandbox } from './buyers.ts';
import { type CheckoutDrillContext, checkForgedEntryIsDetected, checkLostRefundIsDetected, faultsOfTaggedOrder } from './controls.ts';
import { faultsOfAllOrders, killedGapTexts, type LoggedOrder, readOrders } from './reckoning.ts';
import { killAims, type OrderCourse, orderCourses, playCourse, stepsWithoutEvent } from './stories.ts';

const contexts: readonly string[] = ['accounts', 'itineraries', 'media', 'moderation', 'social', 'billing', 'stripe', 'assistant'];
/** Time for orders to end before the drill runs `npm run reconcile`, milliseconds. */
const soonMs = 15_000;
/**
 * Timeout until the orders of a kill have ended, milliseconds. Another worker takes over after 40 s, and the product queries Stripe again after one
 * to two minutes.
 */
const endedWithinMs = 240_000;
/** Timeout of the wait for the aimed step, milliseconds, because an earlier kill may make the step unreachable. */
const reachedWithinMs = 12_000;
const lookEveryMs = 2;
/** Minimum share of kills that happen at their aimed step. */
const leastThere = 0.8;
const beside = 2;

interface Run {
  name: string;
  /** Time of the kill, milliseconds since 1970. */
  at: number;
  isThere: boolean;
  played: readonly { tag: string; story: OrderCourse; playing: Promise<void> }[];
}

/** Kills the checkout between its steps while the Stripe sandbox loses, delays and duplicates events. Money and credits must add up. */
export async function checkoutDrill({ runs, seed, short, tally }: DrillRun): Promise<void> {
  const parts = [
    { processes: 'one', on: [], kills: runs, from: 0 },
    // The short form continues with the aims after those of the first part, which saves restarts.
    { processes: 'many', on: ['temporal'], kills: short ? Math.ceil(runs / 4) : runs, from: short ? runs : 0 },
  ] as const;
  for (const { processes, on, kills, from } of parts) {
    await using environment = await openEnvironment({ name: 'checkout', processes, on, contexts });
    const [stripe, buyers, log] = [
      await openStripeSandbox(environment),
      await createBuyerClients(environment),
      readOrders(environment.engines.events),
    ];
    await drillOn({ environment, stripe, buyers, log, random: seededRandom(seed) }, { kills, from, isPatient: !short }, tally);
  }
}

/** @param from index of the first aim */
async function drillOn(
  scene: CheckoutDrillContext,
  { kills, from, isPatient }: { kills: number; from: number; isPatient: boolean },
  tally: Tally,
): Promise<void> {
  const { environment, stripe, log } = scene;
  await checkLostRefundIsDetected(scene, tally);
  const runs: Run[] = [];
  for (let run = from; run < from + kills; run++) {
    const one = await strikeOnce(scene, run);
    runs.push(one);
    if (isPatient) await reckon(scene, one, tally);
  }
  if (!isPatient) for (const one of runs) await reckon(scene, one, tally);
  const there = runs.filter(({ isThere }) => isThere).length;
  // The short form has no minimum, because quick kills interrupt the recovery from earlier kills.
  const isMet = !isPatient || there >= leastThere * kills;
  tally.record(isMet, `${environment.name}: ${there} of ${kills} kills were at the step that they were aimed at`);
  await stripe.act({ do: 'calm' });
  const orders = await log.all();
  await checkSum(scene, orders, tally);
  const strikes = runs.map(({ at }) => at);
  const gaps = killedGapTexts(orders, strikes);
  console.log(`     ${environment.name}: struck in ${gaps.length} gaps: ${gaps.join('; ')}`);
  await runVerify(environment, tally);
  await checkForgedEntryIsDetected(scene, orders, tally);
}

/** Records that the credits in the ledgers equal the payments less the refunds. */
async function checkSum({ environment, stripe, buyers }: CheckoutDrillContext, orders: readonly LoggedOrder[], tally: Tally): Promise<void> {
  const books = await stripe.books();
  const faults = await faultsOfAllOrders(orders, books, buyers);
  let [paid, kept] = [0, 0];
  for (const account of books.values()) [paid, kept] = [paid + account.paid, kept + account.kept];
  const what = `${environment.name}: of ${orders.length} orders ${paid} was paid and ${kept} kept, and the ledgers hold just that`;
  tally.record(faults.length === 0, lineWithFaults(what, faults));
}

/** Kills a process at a step of one order, while other orders run. */
async function strikeOnce(scene: CheckoutDrillContext, run: number): Promise<Run> {
  const { environment, stripe, random } = scene;
  const { story, step } = killAims[run % killAims.length] ?? {};
  if (!story || step === undefined) throw new Error('There is nothing to aim at');
  const victims = Object.entries(victimsOf(environment));
  const [named, victim] = victims[(run + Math.floor(run / killAims.length)) % victims.length] ?? ['nobody', {}];
  const before = drawFaultProfile(random, !stepsWithoutEvent.includes(step));
  for (const command of before.commands) await stripe.act(command);
  const others = Array.from({ length: beside }, () => orderCourses[Math.floor(random() * orderCourses.length)] ?? story);
  const played = [story, ...others].map((one, index) => {
    const tag = `${run}.${index} ${one.name}`;
    return { tag, story: one, playing: playCourse(scene, tag, one) };
  });
  // `reckon` reports the rejection.
  for (const { playing } of played) playing.catch(() => {});
  const isThere = await reached(scene, played[0]?.tag ?? '', step);
  const { at } = await killVictim(environment, victim);
  const after = drawFaultProfile(random, false);
  for (const command of after.commands) await stripe.act(command);
  const name = `${environment.name}: ${named} killed ${isThere ? 'at' : 'long after or before'} ${step} (${before.name}; then ${after.name})`;
  return { name, at, isThere, played };
}

/** Whether an order reaches the aimed step in time. */
async function reached({ log, stripe }: CheckoutDrillContext, tag: string, step: string): Promise<boolean> {
  const isThere = async (): Promise<boolean> => {
    const order = (await log.all()).find((one) => one.tag === tag);
    if (!order || !step.startsWith('Stripe: ')) return order?.traces.some(({ what }) => what === step) ?? false;
    return (await stripe.stateOf(order.id)).includes(step);
  };
  return until(isThere, reachedWithinMs, lookEveryMs);
}

/** Waits until the orders of a kill have ended and add up. Lost events are fetched by `npm run reconcile`, as operators do. */
async function reckon(scene: CheckoutDrillContext, { name, played }: Run, tally: Tally): Promise<void> {
  const { environment, stripe } = scene;
  const failures: string[] = [];
  const playing = Promise.all(played.map(({ tag, playing: one }) => one.catch((error: unknown) => void failures.push(`${tag}: ${String(error)}`))));
  let faults: string[] = ['nothing was looked at'];
  const look = async (): Promise<boolean> => {
    faults = (await Promise.all(played.map(({ tag, story }) => faultsOfTaggedOrder(scene, tag, story)))).flat();
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
    lineWithFaults(`${name}: ${played.length} orders ended and add up after ${seconds} s${asked ? ', Stripe was asked' : ''}`, all),
  );
}

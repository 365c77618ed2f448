import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { failuresAllowed } from '../../load/metrics.ts';
import { runVerify } from '../environment/commands.ts';
import { type EngineName, everyEngine, scratchFolder } from '../environment/environment.ts';
import type { DrillRun, Tally } from '../tally.ts';
import { controlOfUpgrade } from './control.ts';
import { nextRelease } from './next-release.ts';
import { type Release, releaseBefore, thisRelease } from './release.ts';
import { openRollingCluster, type RollingCluster, type RollingRole } from './rolling-cluster.ts';
import { answerUnderWay, jobUnderWay, orderUnderWay, type UnderWay, writeNoted } from './under-way.ts';
import { openPage, prepareVisitors, tellVisitors, type Visitors } from './visitors.ts';

interface Setting {
  name: string;
  on: readonly EngineName[];
  each: Readonly<Record<RollingRole, number>>;
  arrivals: number;
  /** Share of requests that may be answered with "retry later". */
  laterAtMost: number;
}

/** Without a message bus no relay is needed. */
const one = { relay: 0, projector: 1, worker: 1, query: 1, command: 1 };
const usual = { relay: 1, projector: 2, worker: 1, query: 2, command: 2 };
/** Half of the usual visitors leave half of the CPU time to a starting process. */
const short: readonly Setting[] = [{ name: 'Postgres', on: [], each: one, arrivals: 10, laterAtMost: failuresAllowed }];
const whole: readonly Setting[] = [
  { name: 'Postgres', on: [], each: usual, arrivals: 20, laterAtMost: failuresAllowed },
  // Five engines leave two cores no room for more visitors.
  // Kafka stops all consumers at a rebalance, so fresh reads may be late.
  { name: 'all engines', on: everyEngine, each: usual, arrivals: 4, laterAtMost: 0.01 },
];
const calmMs = 2_000;

interface Releases {
  before: Release;
  next: Release;
}

/** Replaces a cluster in use, process by process, by this release and a next one, and goes all the way back. */
export async function upgradeDrill({ short: isShort, tally }: DrillRun): Promise<void> {
  await using held = new AsyncDisposableStack();
  const folder = scratchFolder('upgrade', held);
  const releases = { before: await releaseBefore(join(folder, 'before')), next: await nextRelease(join(folder, 'next')) };
  console.log(`     from ${releases.before.name} to ${thisRelease.name}, to ${releases.next.name}, and back`);
  for (const setting of isShort ? short : whole) {
    console.log(`     on ${setting.name}, ${setting.arrivals} visitors a second`);
    await tryOn(setting, folder, releases, tally);
  }
}

async function tryOn(setting: Setting, folder: string, releases: Releases, tally: Tally): Promise<void> {
  const cluster = await openRollingCluster({ ...setting, folder, release: releases.before });
  try {
    const visitors = await prepareVisitors(cluster, folder, setting.arrivals);
    try {
      await controlOfUpgrade(cluster, visitors, setting.arrivals, tally);
      await thereAndBack({ cluster, visitors, setting, tally }, releases);
    } finally {
      await visitors.stop();
    }
  } finally {
    await cluster.close();
  }
}

interface Scene {
  cluster: RollingCluster;
  visitors: Visitors;
  setting: Setting;
  tally: Tally;
}

async function thereAndBack(scene: Scene, { before, next }: Releases): Promise<void> {
  const { cluster, tally } = scene;
  await change(scene, [thisRelease, next], { from: before, isBack: false });
  const noted = await writeNoted(cluster, tally);
  await runVerify({ name: next.name, env: cluster.env }, tally, next.folder);
  await change(scene, [thisRelease, before], { from: next, isBack: true });
  await noted.changeBefore(tally);
  await runVerify({ name: before.name, env: cluster.env }, tally, before.folder);
}

async function change(
  { cluster, visitors, setting, tally }: Scene,
  to: readonly Release[],
  { from, isBack }: { from: Release; isBack: boolean },
): Promise<void> {
  const name = `from ${from.name} to ${to.map((release) => release.name).join(' to ')}`;
  const page = await openPage(cluster.port, from);
  await visitors.begin();
  await pause(calmMs);
  const underWay: UnderWay[] = [];
  for (const release of to) {
    underWay.push(...(await replaceAll(cluster, release, isBack)));
    page.opened(release);
  }
  for (const one of underWay) await one.end(tally);
  tellVisitors(name, await visitors.end(), setting.laterAtMost, tally);
  await page.close();
  const [first = 'none'] = page.troubles;
  tally.record(
    page.troubles.length === 0,
    `${name}: a page that stayed open looked ${page.looks()} times, ${page.troubles.length} troubles: ${first}`,
  );
  await checkLog(cluster, visitors, name, tally);
}

/** Replaces each process. @returns the work that was under way */
async function replaceAll(cluster: RollingCluster, release: Release, isBack: boolean): Promise<UnderWay[]> {
  const name = `to ${release.name}`;
  const underWay = [await orderUnderWay(cluster, name)];
  const taken: string[] = [];
  for (const one of isBack ? cluster.rolling.toReversed() : cluster.rolling) {
    if (one.role === 'worker') underWay.push(await jobUnderWay(cluster, name));
    const seconds = await one.replaceBy(release, async (before) => {
      if (one.role === 'command') underWay.push(await answerUnderWay(cluster, before.port, name));
      await before.stop();
    });
    taken.push(`${one.role} ${seconds.toFixed(1)}`);
  }
  console.log(`     ${name}, each process in seconds: ${taken.join(', ')}`);
  return underWay;
}

/** Checks that no event is parked, and that the log has all acknowledged writes. */
async function checkLog({ engines, complaints }: RollingCluster, visitors: Visitors, name: string, tally: Tally): Promise<void> {
  const parked = await engines.deadLetters.list({ limit: 10 });
  const events = parked.map(({ consumer, record }) => `${consumer} ${record.event.type}`);
  tally.record(parked.length === 0, `${name}: ${parked.length} parked events ${events.join(', ')}`.trimEnd());
  const missing = await visitors.missing(engines.events);
  tally.record(missing.length === 0, `${name}: of ${visitors.acknowledged()} acknowledged writes ${missing.length} are not in the log`);
  for (const line of complaints()) console.log(`     ${line}`);
}

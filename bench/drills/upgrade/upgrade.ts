import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Resources } from '../../harness/resources.ts';
import { allowedFailureShare } from '../../load/report.ts';
import { runVerify } from '../environment/commands.ts';
import { type EngineName, engineNames } from '../environment/environment.ts';
import { until } from '../environment/progress.ts';
import type { DrillRun, Tally } from '../tally.ts';
import { createNextRelease } from './next-release.ts';
import { checkOutPreviousRelease, type Release, thisRelease } from './release.ts';
import { openRollingCluster, type RollingCluster, type RollingRole } from './rolling-cluster.ts';
import { placeUnpaidOrder, startUnfinishedJob, type WorkInProgress, writeStopWithNewField } from './under-way.ts';
import { failuresOf, keepPageOpen, prepareVisitors, recordVisits, type Visitors } from './visitors.ts';

interface Setting {
  name: string;
  on: readonly EngineName[];
  each: Readonly<Record<RollingRole, number>>;
  arrivals: number;
  /** Share of requests that may be answered with "retry later". */
  laterAtMost: number;
}

/** Number of processes per role. Without a message bus no relay is needed. */
const one = { relay: 0, projector: 1, worker: 1, query: 1, command: 1 };
const usual = { relay: 1, projector: 2, worker: 1, query: 2, command: 2 };
/** Half of the usual visitors leave half of the CPU time to a starting process. */
const short: readonly Setting[] = [{ name: 'Postgres', on: [], each: one, arrivals: 10, laterAtMost: allowedFailureShare }];
const whole: readonly Setting[] = [
  { name: 'Postgres', on: [], each: usual, arrivals: 20, laterAtMost: allowedFailureShare },
  // Five engines leave two cores no room for more visitors.
  // Kafka stops all consumers at a rebalance, so fresh reads may be late.
  { name: 'all engines', on: engineNames, each: usual, arrivals: 4, laterAtMost: 0.01 },
];
const calmMs = 2_000;

interface Releases {
  before: Release;
  next: Release;
}

/** Replaces a cluster in use, process by process, by this release and by the next one. Then goes back to the previous release. */
export async function upgradeDrill({ short: isShort, tally }: DrillRun): Promise<void> {
  await using held = new Resources();
  const folder = held.folder('drill-upgrade');
  const releases = { before: await checkOutPreviousRelease(join(folder, 'before')), next: await createNextRelease(join(folder, 'next')) };
  console.log(`     from ${releases.before.name} to ${thisRelease.name}, to ${releases.next.name}, and back`);
  for (const setting of isShort ? short : whole) {
    console.log(`     on ${setting.name}, ${setting.arrivals} visitors a second`);
    await tryOn(setting, folder, releases, tally);
  }
}

async function tryOn(setting: Setting, folder: string, releases: Releases, tally: Tally): Promise<void> {
  await using cluster = await openRollingCluster({ ...setting, folder, release: releases.before });
  const visitors = await prepareVisitors(cluster, folder, setting.arrivals);
  await controlOfUpgrade({ cluster, visitors, setting, tally });
  await thereAndBack({ cluster, visitors, setting, tally }, releases);
}

interface Scene {
  cluster: RollingCluster;
  visitors: Visitors;
  setting: Setting;
  tally: Tally;
}

/** Number of visitors that arrive while a process is stopped; some of them write. */
const arrivalsFrozen = 20;
const backWithinMs = 60_000;

/** Negative control: records that the drill sees failed requests after the kill of a process. */
async function controlOfUpgrade({ cluster, visitors, setting, tally }: Scene): Promise<void> {
  const command = cluster.rolling.find(({ role }) => role === 'command')?.running;
  const pid = command?.pid();
  if (!command || pid === undefined) throw new Error('No command process runs');
  await visitors.begin();
  await pause(calmMs);
  process.kill(pid, 'SIGSTOP');
  await pause((arrivalsFrozen / setting.arrivals) * 1_000);
  process.kill(pid, 'SIGKILL');
  const isBack = async (): Promise<boolean> => command.restarts() > 0 && (await fetch(`http://127.0.0.1:${command.port}/readyz`)).ok;
  await until(isBack, backWithinMs);
  const failed = failuresOf(await visitors.end());
  const seen = `${failed.length} failed requests are seen: ${failed[0]?.what ?? 'none'}`;
  tally.record(failed.length > 0, `control: of a command process that is killed ${seen}`);
}

async function thereAndBack(scene: Scene, { before, next }: Releases): Promise<void> {
  const { cluster, tally } = scene;
  await change(scene, [thisRelease, next], { from: before, isBack: false });
  const changeNoted = await writeStopWithNewField(cluster, tally);
  await runVerify({ name: next.name, env: cluster.env }, tally, next.folder);
  await change(scene, [thisRelease, before], { from: next, isBack: true });
  await changeNoted(tally);
  await runVerify({ name: before.name, env: cluster.env }, tally, before.folder);
}

async function change(
  { cluster, visitors, setting, tally }: Scene,
  to: readonly Release[],
  { from, isBack }: { from: Release; isBack: boolean },
): Promise<void> {
  const name = `from ${from.name} to ${to.map((release) => release.name).join(' to ')}`;
  const page = await keepPageOpen(cluster.port, from);
  await visitors.begin();
  await pause(calmMs);
  const underWay: WorkInProgress[] = [];
  for (const release of to) {
    underWay.push(...(await replaceAll(cluster, release, isBack)));
    page.opened(release);
  }
  for (const end of underWay) await end(tally);
  recordVisits(name, await visitors.end(), setting.laterAtMost, tally);
  await page.close();
  const [first = 'none'] = page.troubles;
  tally.record(
    page.troubles.length === 0,
    `${name}: a page that stayed open looked ${page.looks()} times, ${page.troubles.length} troubles: ${first}`,
  );
  await checkLog(cluster, visitors, name, tally);
}

/** Replaces each process. @returns the work that was under way */
async function replaceAll(cluster: RollingCluster, release: Release, isBack: boolean): Promise<WorkInProgress[]> {
  const name = `to ${release.name}`;
  const underWay = [await placeUnpaidOrder(cluster, name)];
  const taken: string[] = [];
  for (const one of isBack ? cluster.rolling.toReversed() : cluster.rolling) {
    if (one.role === 'worker') underWay.push(await startUnfinishedJob(cluster, name));
    taken.push(`${one.role} ${(await one.replaceBy(release)).toFixed(1)}`);
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

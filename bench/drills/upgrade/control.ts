import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../environment/progress.ts';
import type { Tally } from '../tally.ts';
import type { RollingCluster } from './rolling-cluster.ts';
import { failuresOf, type Visitors } from './visitors.ts';

const calmMs = 1_500;
/** Arrivals while a process is frozen; some of them write. */
const arrivalsFrozen = 20;
const backWithinMs = 60_000;

/** Records that a killed process costs requests. @param arrivals a second */
export async function controlOfUpgrade(cluster: RollingCluster, visitors: Visitors, arrivals: number, tally: Tally): Promise<void> {
  const command = cluster.rolling.find(({ role }) => role === 'command')?.running;
  const pid = command?.pid();
  if (!command || pid === undefined) throw new Error('No command process runs');
  await visitors.begin();
  await pause(calmMs);
  process.kill(pid, 'SIGSTOP');
  await pause((arrivalsFrozen / arrivals) * 1_000);
  process.kill(pid, 'SIGKILL');
  const isBack = async (): Promise<boolean> => command.restarts() > 0 && (await fetch(`http://127.0.0.1:${command.port}/readyz`)).ok;
  await until(isBack, backWithinMs);
  const failed = failuresOf(await visitors.end());
  tally.record(
    failed.length > 0,
    `control: of a command process that is killed ${failed.length} failed requests are seen: ${failed[0]?.what ?? 'none'}`,
  );
}

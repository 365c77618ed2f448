import { setTimeout as pause } from 'node:timers/promises';
import { checkAftermath } from '../cluster/aftermath.ts';
import { type Ask, askAs } from '../cluster/ask.ts';
import { type DrillCluster, openDrillCluster } from '../cluster/drill-cluster.ts';
import { startLoad } from '../cluster/load.ts';
import { backToNormal, type Recovery } from '../cluster/progress.ts';
import type { Tally } from '../tally.ts';
import { checkMeanwhile, type Outage } from './meanwhile.ts';

/** How long everything runs undisturbed before and between faults, milliseconds. */
const calmMs = 3_000;
const normalWithinMs = 120_000;

export interface EngineAwayOptions {
  engine: 'kafka' | 'mongodb';
  /** How often it is killed, after it was stopped once. */
  runs: number;
  /** How long it stays stopped, seconds. */
  awaySeconds: number;
  tally: Tally;
}

/** Stops an engine of the read side for a while, then kills it and starts it at once, while people write and read. */
export async function engineAwayDrill({ engine, runs, awaySeconds, tally }: EngineAwayOptions): Promise<void> {
  const cluster = await openDrillCluster(engine);
  const { ask, close } = askAs(cluster.port, cluster.token);
  try {
    const begun = await backToNormal(cluster, ask, 'at the start', normalWithinMs);
    tally.record(begun.seconds !== null, 'at the start a write is taken, projected and read back');
    const load = await startLoad(cluster, begun.probe?.id ?? '');
    const outages: Outage[] = [];
    for (let run = 0; run <= runs; run++) {
      await pause(calmMs);
      const name = run === 0 ? `${engine} stopped for ${awaySeconds} s` : `${engine} killed`;
      const { outage, recovery } = await takeAway(cluster, ask, { engine, name, awayMs: run === 0 ? awaySeconds * 1_000 : null });
      outages.push({ ...outage, probe: recovery.probe });
      const { seconds } = recovery;
      const after = seconds === null ? `not within ${normalWithinMs / 1_000} s` : `${seconds.toFixed(1)} s after it could be reached again`;
      tally.record(seconds !== null, `${name}: back to normal by itself ${after}`);
    }
    await pause(calmMs);
    const report = await load.end();
    await load.stop();
    for (const outage of outages) checkMeanwhile(outage, engine, report.samples, tally);
    await checkAftermath(
      cluster,
      ask,
      report,
      [begun.probe, ...outages.map(({ probe }) => probe)].flatMap((probe) => probe ?? []),
      tally,
    );
  } finally {
    close();
    await cluster.close();
  }
}

interface Fault {
  engine: 'kafka' | 'mongodb';
  name: string;
  /** How long it stays away, milliseconds; null: it is killed and started at once. */
  awayMs: number | null;
}

/** One outage, until everything is as before. */
async function takeAway(
  cluster: DrillCluster,
  ask: Ask,
  { engine, name, awayMs }: Fault,
): Promise<{ outage: Omit<Outage, 'probe'>; recovery: Recovery }> {
  const server = cluster.servers[engine];
  const from = Date.now();
  await (awayMs === null ? server.kill() : server.stop());
  const gone = Date.now();
  if (awayMs !== null) await pause(awayMs);
  const startedAgain = Date.now();
  await server.restart();
  const recovery = await backToNormal(cluster, ask, name, normalWithinMs);
  return { outage: { name, whole: { from, to: Date.now() }, away: { from: gone, to: startedAgain } }, recovery };
}

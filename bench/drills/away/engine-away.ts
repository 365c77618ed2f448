import { setTimeout as pause } from 'node:timers/promises';
import { watchCores } from '../../harness/busy-cores.ts';
import { checkAftermath } from '../cluster/aftermath.ts';
import { type Ask, type Asked, askAs } from '../cluster/ask.ts';
import type { ClusterPool } from '../cluster/cluster-pool.ts';
import type { DrillCluster, EngineName } from '../cluster/drill-cluster.ts';
import { type LoadRates, startLoad, usualKinds } from '../cluster/load.ts';
import { backToNormal, type Recovery } from '../cluster/progress.ts';
import type { Kind } from '../cluster/samples.ts';
import { pictureForm } from '../cluster/upload.ts';
import type { Tally } from '../tally.ts';
import { coverStories } from './covered-stories.ts';
import { type AwayEngine, checkMeanwhile, type Outage } from './meanwhile.ts';
import { checkPictures } from './pictures.ts';

/** How long everything runs undisturbed before and between faults, milliseconds. */
const calmMs = 3_000;
const normalWithinMs = 120_000;

export interface EngineAwayOptions {
  engine: AwayEngine;
  /** How often it is killed, after it was stopped once. */
  runs: number;
  /** How long it stays stopped, seconds. */
  awaySeconds: number;
  clusters: ClusterPool;
  tally: Tally;
}

/** What the product stands on beside Postgres while an engine is away. */
const standsOn: Readonly<Record<AwayEngine, readonly EngineName[]>> = {
  kafka: ['kafka', 'mongodb', 'azurite'],
  mongodb: ['kafka', 'mongodb', 'azurite'],
  elasticsearch: ['kafka', 'mongodb', 'elasticsearch'],
  azurite: ['kafka', 'mongodb', 'azurite'],
};

/** What works again only with the engine, beside what is read back. */
const worksWith: Readonly<Partial<Record<AwayEngine, Asked>>> = {
  elasticsearch: { method: 'GET', path: '/api/itineraries/search?q=probe' },
  azurite: { method: 'POST', path: '/api/files', ...pictureForm },
};

/** With three engines beside it two cores are busy: what is written must be no more than is read in time before anything is taken away. */
const ratesBeside: Readonly<Partial<Record<AwayEngine, LoadRates>>> = { elasticsearch: { writesPerSecond: 5, readsPerSecond: 12 } };

/** Stops an engine that no command needs for a while, then kills it and starts it at once, while people write and read. */
export async function engineAwayDrill({ clusters, ...options }: EngineAwayOptions): Promise<void> {
  await clusters.use(standsOn[options.engine], (cluster) => takenAway(cluster, options));
}

async function takenAway(cluster: DrillCluster, { engine, runs, awaySeconds, tally }: Omit<EngineAwayOptions, 'clusters'>): Promise<void> {
  const { ask, close } = askAs(cluster.port, cluster.token);
  try {
    const begun = await backToNormal(cluster, ask, 'at the start', normalWithinMs);
    tally.record(begun.seconds !== null, 'at the start a write is taken, projected and read back');
    const covered = engine === 'elasticsearch' ? await coverStories(cluster, ask) : null;
    const kinds: Kind[] = engine === 'azurite' ? [...usualKinds, 'upload'] : [...usualKinds];
    const load = await startLoad(cluster, begun.probe?.id ?? '', { kinds, rates: ratesBeside[engine] });
    const outages: Outage[] = [];
    for (let run = 0; run <= runs; run++) {
      await pause(calmMs);
      const fault: Fault = {
        engine,
        awayMs: run === 0 ? awaySeconds * 1_000 : null,
        meanwhile: async () => (run === 0 ? covered?.cover() : undefined),
      };
      const { outage, seconds } = await takeAway(cluster, ask, fault);
      outages.push(outage);
      const after = seconds === null ? `not within ${normalWithinMs / 1_000} s` : `${seconds.toFixed(1)} s after it could be reached again`;
      tally.record(seconds !== null, `${outage.name}: back to normal by itself ${after}`);
    }
    await covered?.check(tally);
    await pause(calmMs);
    const report = await load.end();
    await load.stop();
    for (const outage of outages) checkMeanwhile(outage, engine, report.samples, tally);
    if (engine === 'azurite') await checkPictures(ask, report, tally);
    const written = [begun.probe, ...outages.map(({ probe }) => probe), ...(covered?.written ?? [])].flatMap((one) => one ?? []);
    await checkAftermath(cluster, ask, report, written, tally);
  } finally {
    close();
  }
}

interface Fault {
  engine: AwayEngine;
  /** How long it stays away, milliseconds; null: it is killed and started at once. */
  awayMs: number | null;
  /** Done while it is away. */
  meanwhile(): Promise<void>;
}

/** One outage, until everything is as before. */
async function takeAway(
  cluster: DrillCluster,
  ask: Ask,
  { engine, awayMs, meanwhile }: Fault,
): Promise<{ outage: Outage; seconds: Recovery['seconds'] }> {
  const name = awayMs === null ? `${engine} killed` : `${engine} stopped for ${awayMs / 1_000} s`;
  const server = cluster.server(engine);
  const from = Date.now();
  const busyCores = watchCores();
  await (awayMs === null ? server.kill() : server.stop());
  const gone = Date.now();
  if (awayMs !== null) await Promise.all([pause(awayMs), meanwhile()]);
  const startedAgain = Date.now();
  await server.restart();
  const { seconds, probe } = await backToNormal(cluster, ask, name, normalWithinMs, worksWith[engine]);
  return { outage: { name, whole: { from, to: Date.now() }, busy: busyCores(), away: { from: gone, to: startedAgain }, probe }, seconds };
}

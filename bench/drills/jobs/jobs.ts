import { setTimeout as pause } from 'node:timers/promises';
import { watchCores } from '../../harness/busy-cores.ts';
import { checkAftermath } from '../cluster/aftermath.ts';
import { type Ask, askAs } from '../cluster/ask.ts';
import type { ClusterPool } from '../cluster/cluster-pool.ts';
import type { DrillCluster } from '../cluster/drill-cluster.ts';
import { type LoadReport, startLoad } from '../cluster/load.ts';
import { backToNormal, passed, until } from '../cluster/progress.ts';
import { busyFrom, isGood, isRefused, type Sample, slowest, statuses } from '../cluster/samples.ts';
import type { Acknowledged } from '../cluster/writer.ts';
import type { Tally } from '../tally.ts';
import { type BulkDelete, checkDone, startBulkDelete } from './bulk-delete.ts';
import { seedItineraries, seedPosts, type Things } from './seeded-things.ts';

const normalWithinMs = 120_000;
const doneWithinMs = 240_000;
const leastSuccess = 0.999;
/** Those that have something to do beside the jobs, which are what takes the machine's time here. */
const rates = { writesPerSecond: 10, readsPerSecond: 12 };

export interface JobsOptions {
  /** On its server, or on Postgres. */
  engine: 'temporal' | null;
  runs: number;
  /** Things of each job. */
  things: number;
  /** How long the server is away when a job is asked for, seconds. */
  awaySeconds: number;
  clusters: ClusterPool;
  tally: Tally;
}

/** Bulk jobs whose worker, and whose engine where that is a server, is killed in their middle, while people write and read. */
export async function jobsDrill({ clusters, ...options }: JobsOptions): Promise<void> {
  await clusters.use(options.engine ? [options.engine] : [], (cluster) => jobsOn(cluster, options));
}

async function jobsOn(cluster: DrillCluster, { engine, runs, things, awaySeconds, tally }: Omit<JobsOptions, 'clusters'>): Promise<void> {
  const people = { traveller: askAs(cluster.port, cluster.token), admin: askAs(cluster.port, cluster.tokens.admin) };
  const [ask, admin] = [people.traveller.ask, people.admin.ask];
  try {
    const begun = await backToNormal(cluster, ask, 'at the start', normalWithinMs);
    tally.record(begun.seconds !== null, 'at the start a write is taken, projected and read back');
    const load = await startLoad(cluster, begun.probe?.id ?? '', { rates });
    const busyCores = watchCores();
    const probes: (Acknowledged | null)[] = [begun.probe];
    for (let run = 1; run <= runs; run++) {
      const faults = faultsOf(cluster, engine);
      const stories = await seedItineraries(cluster.engines.events, things, `Bulk ${run}`);
      await disturbed(cluster, admin, stories, things, faults, tally);
      const { probe } = await backToNormal(cluster, ask, `commented on ${run}`, normalWithinMs);
      probes.push(probe);
      const comments = await seedPosts(cluster.engines.events, things, probe?.id ?? '', await accountOf(ask, probe));
      await disturbed(cluster, ask, comments, things, faults.toReversed(), tally, admin);
      if (engine) await askedForWhileAway(cluster, admin, { engine, run, awaySeconds }, tally);
    }
    const report = await load.end();
    await load.stop();
    checkOthers(report, busyCores(), tally);
    await checkAftermath(
      cluster,
      ask,
      report,
      probes.flatMap((probe) => probe ?? []),
      tally,
    );
  } finally {
    for (const { close } of Object.values(people)) close();
  }
}

interface Fault {
  name: string;
  strike(): Promise<void>;
}

function faultsOf(cluster: DrillCluster, engine: 'temporal' | null): Fault[] {
  const worker = cluster.processes.find(({ roles }) => roles.includes('worker'));
  const killWorker = async (): Promise<void> => {
    const pid = worker?.pid();
    if (pid === undefined) throw new Error('No worker runs');
    process.kill(pid, 'SIGKILL');
  };
  const killServer = async (name: 'temporal'): Promise<void> => {
    await cluster.server(name).kill();
    await cluster.server(name).restart();
  };
  const faults = [{ name: 'worker', strike: killWorker }];
  return engine ? [...faults, { name: engine, strike: () => killServer(engine) }] : [...faults, ...faults];
}

/** A job with a fault in its first third, and one in its last. */
async function disturbed(
  cluster: DrillCluster,
  ask: Ask,
  things: Things,
  many: number,
  faults: readonly Fault[],
  tally: Tally,
  auditor = ask,
): Promise<void> {
  if (!(await passed(cluster, await cluster.engines.events.head(), normalWithinMs)))
    throw new Error('What the job is about was not projected in time');
  const job = await startBulkDelete(cluster, ask, things);
  const ending = job.end(doneWithinMs);
  for (const [index, { name, strike }] of faults.entries()) {
    const least = Math.round((many * (1 + 3 * index)) / 6);
    const begun = await until(async () => (await job.gone()) >= least, doneWithinMs);
    await strike();
    tally.record(
      begun && !(await job.hasEnded()),
      `${things.collection}: ${name} killed when at least ${least} of ${many} were gone, before the end`,
    );
  }
  const struck = performance.now();
  await ending;
  console.log(`     it ended ${((performance.now() - struck) / 1_000).toFixed(1)} s after the last fault`);
  await checkDone(cluster, auditor, job, many, tally);
}

/** A job that is asked for while its engine is away begins when that is back. */
async function askedForWhileAway(
  cluster: DrillCluster,
  ask: Ask,
  { engine, run, awaySeconds }: { engine: 'temporal'; run: number; awaySeconds: number },
  tally: Tally,
): Promise<void> {
  const many = 300;
  const things = await seedItineraries(cluster.engines.events, many, `Later ${run}`);
  await passed(cluster, await cluster.engines.events.head(), normalWithinMs);
  await cluster.server(engine).stop();
  const job: BulkDelete = await startBulkDelete(cluster, ask, things);
  await pause(awaySeconds * 1_000);
  const waits = (await job.gone()) === 0 && !(await job.hasEnded());
  await cluster.server(engine).restart();
  await job.end(doneWithinMs);
  tally.record(waits, `a job asked for while ${engine} was away for ${awaySeconds} s was taken, and waited`);
  await checkDone(cluster, ask, job, many, tally);
}

/** Jobs and what falls with them are nobody else's business. */
function checkOthers({ samples }: LoadReport, busy: number, tally: Tally): void {
  const writes = samples.filter(({ kind }) => kind === 'write');
  const success = writes.filter(isGood).length / writes.length;
  tally.record(success >= leastSuccess, `${(success * 100).toFixed(2)} % of ${writes.length} commands succeeded, slowest ${slowest(writes)} ms`);
  const others = samples.filter(({ kind }) => kind !== 'write' && kind !== 'repeat');
  const isLate = (sample: Sample): boolean => busy >= busyFrom && sample.kind === 'fresh' && isRefused(sample);
  const served = others.length > 0 && others.every((sample) => isGood(sample) || isLate(sample));
  tally.record(served, `everything else was served (${statuses(others)}), slowest ${slowest(others)} ms, cores ${(busy * 100).toFixed(0)} % busy`);
}

/** Who wrote it. */
async function accountOf(ask: Ask, written: Acknowledged | null): Promise<string> {
  const { json } = await ask({ method: 'GET', path: `/api/itineraries/${written?.id}` });
  if (typeof json === 'object' && json !== null && 'accountId' in json) return String(json.accountId);
  throw new Error('The story has no owner');
}

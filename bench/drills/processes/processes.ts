import { setTimeout as pause } from 'node:timers/promises';
import { stateOf } from '@waystory/services/cluster/process-state.ts';
import type { SupervisedProcess } from '@waystory/services/cluster/supervised-process.ts';
import { checkAftermath } from '../cluster/aftermath.ts';
import { type Ask, askAs } from '../cluster/ask.ts';
import type { ClusterPool } from '../cluster/cluster-pool.ts';
import type { DrillCluster } from '../cluster/drill-cluster.ts';
import { type LoadReport, startLoad, usualKinds } from '../cluster/load.ts';
import { backToNormal, until } from '../cluster/progress.ts';
import { isGood, isRefused, type Sample, type Span, slowest, statuses, within } from '../cluster/samples.ts';
import type { Acknowledged } from '../cluster/writer.ts';
import type { Tally } from '../tally.ts';

const calmMs = 1_500;
const normalWithinMs = 120_000;
/** A read that has to wait for the part that is away is given so long on top of what the probe took, milliseconds. */
const answeredWithinMs = 12_000;
const leastSuccess = 0.999;

interface Death {
  name: string;
  role: string;
  whole: Span;
  probe: Acknowledged | null;
}

interface ProcessesOptions {
  runs: number;
  each: boolean;
  clusters: ClusterPool;
  tally: Tally;
}

/** Kills each of our processes in turn while people write and read; with `each` false, one of each kind. */
export async function processesDrill({ clusters, ...options }: ProcessesOptions): Promise<void> {
  await clusters.use(['kafka', 'mongodb', 'azurite'], (cluster) => killProcesses(cluster, options));
}

async function killProcesses(cluster: DrillCluster, { runs, each, tally }: Omit<ProcessesOptions, 'clusters'>): Promise<void> {
  const { ask, close } = askAs(cluster.port, cluster.token);
  try {
    const begun = await backToNormal(cluster, ask, 'at the start', normalWithinMs);
    tally.record(begun.seconds !== null, 'at the start a write is taken, projected and read back');
    const load = await startLoad(cluster, begun.probe?.id ?? '');
    const deaths: Death[] = [];
    for (let run = 0; run < runs; run++)
      for (const victim of victimsOf(cluster, each)) {
        await pause(calmMs);
        deaths.push(await killOne(cluster, ask, victim, tally));
      }
    await pause(calmMs);
    const report = await load.end();
    await load.stop();
    for (const death of deaths) checkMeanwhile(death, report.samples, tally);
    tallyRepeats(report, tally);
    await checkAftermath(
      cluster,
      ask,
      report,
      [begun, ...deaths].flatMap(({ probe }) => probe ?? []),
      tally,
    );
  } finally {
    close();
  }
}

const victimsOf = ({ processes }: DrillCluster, each: boolean): readonly SupervisedProcess[] =>
  each ? processes : processes.filter(({ roles }, index) => processes.findIndex((one) => one.roles[0] === roles[0]) === index);

/** Ends a process without a warning (SIGKILL) and waits until it runs again and everything is as before. */
async function killOne(cluster: DrillCluster, ask: Ask, victim: SupervisedProcess, tally: Tally): Promise<Death> {
  const { name, roles } = victim;
  const [from, before, pid] = [Date.now(), victim.restarts(), victim.pid()];
  if (pid === undefined) throw new Error(`${name} does not run`);
  process.kill(pid, 'SIGKILL');
  const isUp = async (): Promise<boolean> => victim.restarts() > before && (await stateOf(victim)).health === 'ready';
  // What is between two of them in time is not on the way of the other.
  const [{ seconds, probe }, up] = await Promise.all([backToNormal(cluster, ask, name, normalWithinMs), until(isUp, normalWithinMs)]);
  const upAfter = ((Date.now() - from) / 1_000).toFixed(1);
  const well = up && seconds !== null && victim.restarts() === before + 1;
  tally.record(well, `${name} killed: back to normal ${seconds?.toFixed(1) ?? 'not in time,'} s after its death, all ready after ${upAfter} s`);
  return { name, role: roles[0] ?? '', whole: { from, to: Date.now() }, probe };
}

/** Answers while a process was away and came back. */
function checkMeanwhile({ name, role, whole }: Death, samples: readonly Sample[], tally: Tally): void {
  const writes = within(samples, whole, 'write');
  const success = writes.filter(isGood).length / writes.length;
  // What a killed command process had taken and not answered is lost to its caller, who repeats it.
  const enough = role === 'command' ? writes.every((one) => isGood(one) || isRefused(one)) : success >= leastSuccess;
  const reads = within(samples, whole, ...usualKinds);
  const answered =
    reads.length > 0 &&
    reads.every((one) => isGood(one) || isRefused(one)) &&
    slowest(reads) <= answeredWithinMs + slowest(within(samples, whole, 'alive'));
  const commands = `${(success * 100).toFixed(2)} % of ${writes.length} commands succeeded (${statuses(writes)}), slowest ${slowest(writes)} ms`;
  tally.record(enough && answered, `${name} killed: ${commands}; everything else ${statuses(reads)}, slowest ${slowest(reads)} ms`);
}

/** What got no answer was sent again until it did. That it then led to one itinerary each is seen in the list of all. */
function tallyRepeats({ open, samples }: LoadReport, tally: Tally): void {
  const repeats = samples.filter(({ kind }) => kind === 'repeat');
  const failed = samples.filter((sample) => sample.kind === 'write' && !isGood(sample));
  tally.record(open === 0, `${failed.length} writes were not acknowledged at first; they were repeated ${repeats.length} times until none was left`);
}

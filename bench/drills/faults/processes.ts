import { setTimeout as pause } from 'node:timers/promises';
import { processStateOf } from '@waystory/services/cluster/process-state.ts';
import type { SupervisedProcess } from '@waystory/services/cluster/supervised-process.ts';
import { type LoadedEnvironment, runFaultsUnderLoad } from '../environment/aftermath.ts';
import type { Environment } from '../environment/environment.ts';
import {
  isGood,
  isRefused,
  type RequestSample,
  samplesWithin,
  slowestMs,
  statusesText,
  type TimeSpan,
  usualKinds,
  writeSuccessOf,
} from '../environment/load.ts';
import { until } from '../environment/progress.ts';
import type { DrillRun, Tally } from '../tally.ts';

const calmMs = 1_500;
const normalWithinMs = 120_000;
const answeredWithinMs = 12_000;

interface Death {
  name: string;
  role: string;
  whole: TimeSpan;
}

/** Kills each process in turn while people write and read. The short form kills one process of each role. */
export async function processesDrill({ runs, short, environments, tally }: DrillRun): Promise<void> {
  await environments.use(['kafka', 'mongodb', 'azurite'], (environment) =>
    runFaultsUnderLoad({ environment, tally }, {}, async (scene) => {
      const deaths: Death[] = [];
      for (let run = 0; run < runs; run++)
        for (const victim of victims(environment, short)) {
          await pause(calmMs);
          deaths.push(await killOne(scene, victim));
        }
      await pause(calmMs);
      return async ({ samples, open }) => {
        for (const death of deaths) checkMeanwhile(death, samples, tally);
        const repeats = samples.filter(({ kind }) => kind === 'repeat').length;
        const failed = samples.filter((sample) => sample.kind === 'write' && !isGood(sample)).length;
        tally.record(open === 0, `${failed} writes were not acknowledged at first; they were repeated ${repeats} times until none was left`);
      };
    }),
  );
}

const victims = ({ processes }: Environment, short: boolean): readonly SupervisedProcess[] =>
  short ? processes.filter(({ roles }, index) => processes.findIndex((one) => one.roles[0] === roles[0]) === index) : processes;

async function killOne({ recover, tally }: LoadedEnvironment, victim: SupervisedProcess): Promise<Death> {
  const { name, roles } = victim;
  const [from, before] = [Date.now(), victim.restarts()];
  process.kill(victim.pid() ?? Number.NaN, 'SIGKILL');
  const isUp = async (): Promise<boolean> => victim.restarts() > before && (await processStateOf(victim)).health === 'ready';
  const [{ seconds }, up] = await Promise.all([recover(name), until(isUp, normalWithinMs)]);
  const upAfter = ((Date.now() - from) / 1_000).toFixed(1);
  const well = up && seconds !== null && victim.restarts() === before + 1;
  tally.record(well, `${name} killed: back to normal ${seconds?.toFixed(1) ?? 'not in time,'} s after its death, all ready after ${upAfter} s`);
  return { name, role: roles[0] ?? '', whole: { from, to: Date.now() } };
}

function checkMeanwhile({ name, role, whole }: Death, samples: readonly RequestSample[], tally: Tally): void {
  const writes = samplesWithin(samples, whole, 'write');
  const { enough, told } = writeSuccessOf(writes);
  // A write to a killed command process may be refused, because its caller repeats it.
  const wellTaken = role === 'command' ? writes.every((one) => isGood(one) || isRefused(one)) : enough;
  const reads = samplesWithin(samples, whole, ...usualKinds);
  const answered = reads.length > 0 && reads.every((one) => isGood(one) || isRefused(one));
  const inTime = slowestMs(reads) <= answeredWithinMs + slowestMs(samplesWithin(samples, whole, 'alive'));
  tally.record(wellTaken && answered && inTime, `${name} killed: ${told}; everything else ${statusesText(reads)}, slowest ${slowestMs(reads)} ms`);
}

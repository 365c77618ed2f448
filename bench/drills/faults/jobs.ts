import { setTimeout as pause } from 'node:timers/promises';
import { watchCores } from '../../harness/process-usage.ts';
import { type LoadedEnvironment, runFaultsUnderLoad } from '../environment/aftermath.ts';
import { mustSucceed, type SendRequest } from '../environment/client.ts';
import type { Environment } from '../environment/environment.ts';
import { type LoadReport, serviceVerdictOf, writeSuccessOf } from '../environment/load.ts';
import { until, waitUntilCaughtUp } from '../environment/progress.ts';
import type { DrillRun, Tally } from '../tally.ts';
import { type BulkDeleteTarget, checkBulkDelete, seedItineraries, seedPosts, startBulkDelete } from './bulk-delete.ts';

const normalWithinMs = 120_000;
const doneWithinMs = 240_000;
/** Jobs take most of the machine, so the rates of other requests are low. */
const rates = { writesPerSecond: 10, readsPerSecond: 12 };

interface Fault {
  name: string;
  strike(): Promise<void>;
}

/** Kills the worker in the middle of bulk jobs, and the workflow engine if it has its own server. Meanwhile people write and read. */
export const jobsDrill =
  (engine: 'temporal' | null) =>
  async ({ runs, short, environments, tally }: DrillRun): Promise<void> => {
    const many = short ? 2_500 : 8_000;
    await environments.use(engine ? [engine] : [], (environment) =>
      runFaultsUnderLoad({ environment, tally }, { rates }, async (scene) => {
        const { ask, recover } = scene;
        const admin = environment.as('admin');
        const busyCores = watchCores();
        for (let run = 1; run <= runs; run++) {
          const faults = faultsOf(environment, engine);
          const stories = await seedItineraries(environment.engines.events, many, `Bulk ${run}`);
          await disturbed(scene, { ask: admin, auditor: admin, things: stories, many, faults });
          const { probe } = await recover(`commented on ${run}`);
          const { body } = await mustSucceed(ask, { method: 'GET', path: `/api/itineraries/${probe?.id}` });
          const comments = await seedPosts(environment.engines.events, many, probe?.id ?? '', String(body.accountId));
          await disturbed(scene, { ask, auditor: admin, things: comments, many, faults: faults.toReversed() });
          if (engine) await askedForWhileAway(scene, admin, { engine, run, awaySeconds: short ? 5 : 30 });
        }
        return async (report) => checkOthers(report, busyCores(), tally);
      }),
    );
  };

function faultsOf({ processOf, killAndRestart }: Environment, engine: 'temporal' | null): Fault[] {
  const worker: Fault = { name: 'worker', strike: async () => void process.kill(processOf('worker').pid() ?? Number.NaN, 'SIGKILL') };
  return [worker, engine ? { name: engine, strike: () => killAndRestart({ engine }) } : worker];
}

/** Runs a job with a kill after a sixth and another after two thirds of its deletions. */
async function disturbed(
  { environment, tally }: LoadedEnvironment,
  {
    ask,
    auditor,
    things,
    many,
    faults,
  }: { ask: SendRequest; auditor: SendRequest; things: BulkDeleteTarget; many: number; faults: readonly Fault[] },
): Promise<void> {
  if (!(await waitUntilCaughtUp(environment, normalWithinMs))) throw new Error('The job has nothing to delete yet');
  const job = await startBulkDelete(environment, ask, things);
  const ending = job.end(doneWithinMs);
  for (const [index, { name, strike }] of faults.entries()) {
    const least = Math.round((many * (1 + 3 * index)) / 6);
    const begun = await until(async () => (await job.gone()) >= least, doneWithinMs);
    await strike();
    const inTime = begun && !(await job.hasEnded());
    tally.record(inTime, `${things.collection}: ${name} killed when at least ${least} of ${many} were gone, before the end`);
  }
  const struck = performance.now();
  await ending;
  console.log(`     it ended ${((performance.now() - struck) / 1_000).toFixed(1)} s after the last fault`);
  await checkBulkDelete(environment, auditor, job, many, tally);
}

async function askedForWhileAway(
  { environment, tally }: LoadedEnvironment,
  ask: SendRequest,
  { engine, run, awaySeconds }: { engine: 'temporal'; run: number; awaySeconds: number },
): Promise<void> {
  const many = 300;
  const things = await seedItineraries(environment.engines.events, many, `Later ${run}`);
  await waitUntilCaughtUp(environment, normalWithinMs);
  await environment.server(engine).stop();
  const job = await startBulkDelete(environment, ask, things);
  await pause(awaySeconds * 1_000);
  const waits = (await job.gone()) === 0 && !(await job.hasEnded());
  await environment.server(engine).restart();
  await job.end(doneWithinMs);
  tally.record(waits, `a job asked for while ${engine} was away for ${awaySeconds} s was taken, and waited`);
  await checkBulkDelete(environment, ask, job, many, tally);
}

function checkOthers({ samples }: LoadReport, busy: number, tally: Tally): void {
  const { enough, told } = writeSuccessOf(samples);
  tally.record(enough, told);
  const others = samples.filter(({ kind }) => kind !== 'write' && kind !== 'repeat');
  const { served, told: asServed } = serviceVerdictOf(others, busy);
  tally.record(served, `everything else was served ${asServed}`);
}

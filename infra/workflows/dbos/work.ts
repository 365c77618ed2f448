import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DBOSClient, DBOSConfig } from '@dbos-inc/dbos-sdk';
import type pg from 'pg';
import { type Leases, postgresLeases } from '../../bus/postgres/lease.ts';
import { createPool } from '../../postgres/pool.ts';
import type { BoundWorkflow } from '../workflow.ts';
import { type DbosRuns, dbosWorkflow } from './context.ts';
import { ifGone, showPresence } from './presence.ts';
import * as dbos from './sdk.ts';
import { busyWorkers, ensureTables, runsOfWorker } from './tables.ts';
import { type Calls, channel } from './worker.ts';

/** Connections of a worker; its runs wait for each other when all are taken. */
const connections = 6;
/** How long a stopping worker waits for steps that are being done, milliseconds. */
const finishWithinMs = 5_000;
/** A run that was taken from its queue so long ago has begun, milliseconds. */
const beginWithinMs = 10_000;
/** Times that a run is taken over from a worker that died or was stopped; one that outlives more workers than this is what kills them. */
const takenOverAtMost = 1_000;
/** DBOS looks at each queue by itself as well; whoever starts a run calls, and the look for runs that were left behind is at all queues. */
const pollEveryMs = 30_000;
/** DBOS has schedules as well, which nothing here uses: they are looked for as seldom as can be, milliseconds. */
const seldomMs = 86_400_000;

interface Work {
  pool: pg.Pool;
  workflows: readonly BoundWorkflow[];
  log: dbos.QuietLog;
  stopped: AbortSignal;
  calls: Calls;
}

/** What a worker has while it works. */
interface Worker extends Work {
  /** DBOS knows this worker by it, and no other ever. */
  id: string;
  own: pg.Pool;
  leases: Leases;
  sdk: dbos.OwnCopy;
  client: DBOSClient;
}

/**
 * Works until it is told to stop. DBOS outlasts a database that goes away by itself; what can fail is the beginning.
 * A lease tells that the worker lives: who finds the lease of another free puts the runs of that one back into their queue.
 */
export async function workOn(work: Work): Promise<void> {
  const own = createPool(work.pool.options, { max: connections });
  const leases = postgresLeases(own);
  const id = randomUUID();
  const ended = new AbortController();
  const presence = showPresence(leases, id, ended.signal);
  const sdk = dbos.ownCopy();
  try {
    await ensureTables(own, work.log);
    await presence.shown;
    const client = await sdk.DBOSClient.create(addressOf(own, work.log));
    await run({ ...work, id, own, leases, sdk, client });
    await client.destroy();
  } finally {
    ended.abort();
    await presence.over;
    // The others need not find out by themselves.
    await own.query('select pg_notify($1, $2)', [channel, id]).catch(() => {});
    await leases.close();
    await own.end();
  }
}

const addressOf = (pool: pg.Pool, log: dbos.QuietLog) => ({
  systemDatabaseUrl: dbos.unusedAddress,
  systemDatabasePool: pool,
  systemDatabaseSchemaName: dbos.systemSchema,
  applicationName: dbos.applicationName,
  logger: dbos.dbosLogger(log),
});

const settingsOf = ({ id, own, workflows, log }: Worker): DBOSConfig => ({
  ...addressOf(own, log),
  name: dbos.applicationName,
  runMigrations: false,
  applicationVersion: dbos.applicationVersion,
  executorID: id,
  enablePatching: true,
  serializer: dbos.plainJson,
  listenQueues: workflows.map(({ workflow }) => dbos.queueOf(workflow.name)),
  schedulerPollingIntervalMs: seldomMs,
});

async function run(worker: Worker): Promise<void> {
  const { sdk, client, workflows, stopped, calls, log } = worker;
  const { DBOS, DBOSWorkflowConflictError } = sdk;
  const isConflict = (error: unknown): boolean => error instanceof DBOSWorkflowConflictError;
  const runs: DbosRuns = { DBOS, stopped, steps: new Set(), interrupted: new Set(), isConflict };
  for (const bound of workflows)
    DBOS.registerWorkflow(dbosWorkflow(runs, bound), { name: bound.workflow.name, maxRecoveryAttempts: takenOverAtMost });
  const queues = await Promise.all(
    workflows.map(({ workflow }) => client.registerQueue(dbos.queueOf(workflow.name), { minPollingIntervalMs: pollEveryMs })),
  );
  const claim = (workflow?: string): void =>
    queues.filter(({ name }) => workflow === undefined || name === dbos.queueOf(workflow)).forEach(sdk.claim);
  DBOS.setConfig(settingsOf(worker));
  try {
    await DBOS.launch();
    calls.claim = claim;
    while (!stopped.aborted) {
      const failed = (error: unknown): void => log.info({ err: error }, 'runs that were left behind were not looked for');
      await takeOver(worker)
        .then(() => giveBack(worker, runs))
        .then(() => claim(), failed);
      await calls.nextLook();
    }
    await Promise.race([Promise.allSettled(runs.steps), pause(finishWithinMs, undefined, { ref: false })]);
  } finally {
    calls.claim = () => {};
    await DBOS.shutdown();
  }
}

/** Puts the runs of workers that are gone back into their queues. Should one of them live after all, its runs are not its own when it next writes. */
async function takeOver({ id, own, leases, sdk }: Worker): Promise<void> {
  const others = (await busyWorkers(own)).filter((worker) => worker !== id);
  for (const other of others) await ifGone(leases, other, async () => sdk.DBOSExecutor.globalInstance?.recoverPendingWorkflows([other]));
}

/** Puts back what this worker has and does not run: DBOS gives up a run whose beginning or end it could not write, and keeps it. */
async function giveBack({ id, own, sdk, client }: Worker, { interrupted }: DbosRuns): Promise<void> {
  const isRunning = (run: string): boolean => sdk.DBOSExecutor.globalInstance?.systemDatabase.checkForRunningWorkflow(run) ?? true;
  for (const run of await runsOfWorker(own, id, beginWithinMs)) {
    if (!interrupted.has(run.id) && (!run.begun || isRunning(run.id))) continue;
    await client.resumeWorkflow(run.id, { queueName: run.queue });
    interrupted.delete(run.id);
  }
}

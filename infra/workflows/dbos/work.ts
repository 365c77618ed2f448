import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type * as Sdk from '@dbos-inc/dbos-sdk';
import type { DBOSClient, DBOSConfig } from '@dbos-inc/dbos-sdk';
import type pg from 'pg';
import { aborted } from '../../aborted.ts';
import { type Leases, postgresLeases } from '../../bus/postgres/lease.ts';
import { EngineUnavailable } from '../../errors.ts';
import { asPostgresError, createPool } from '../../postgres/pool.ts';
import { runWithRetries, type StepOutcome } from '../port.ts';
import { type Activities, type BoundWorkflow, parseRunInput, StepFailed, type WorkflowContext } from '../workflow.ts';
import * as dbos from './sdk.ts';
import { busyWorkers, ensureTables, runsOfWorker } from './tables.ts';
import { type WorkerNotifications, workflowsChannel } from './worker.ts';

/** Connections of a worker; runs queue when all are in use. */
const connections = 6;
/** Longest wait of a stopping worker for its steps, milliseconds. */
const finishWithinMs = 5_000;
/** Time within which a worker begins a run after taking it from its queue, milliseconds. */
const beginWithinMs = 10_000;
/** Most takeovers of a run; beyond it, the run itself probably kills its workers. */
const takenOverAtMost = 1_000;
/** Fallback interval of DBOS's own queue polling, milliseconds: starts are announced by notifications. */
const pollEveryMs = 30_000;
/** Polling interval of DBOS's schedules, milliseconds. It is long, because the product has no schedules. */
const seldomMs = 86_400_000;

interface Work {
  pool: pg.Pool;
  workflows: readonly BoundWorkflow[];
  log: dbos.QuietLog;
  stopped: AbortSignal;
  calls: WorkerNotifications;
}

/** State of a running worker. */
interface Worker extends Work {
  /** Unique id of this worker in DBOS. */
  id: string;
  own: pg.Pool;
  leases: Leases;
  sdk: dbos.SeparateSdk;
  client: DBOSClient;
}

/**
 * Works until stopped. DBOS survives database outages; only the start may fail. A lease shows that the worker lives. A worker that finds the lease of
 * another worker free requeues the runs of that worker.
 */
export async function runDbosWorker(work: Work): Promise<void> {
  const own = createPool(work.pool.options, { max: connections });
  const leases = postgresLeases(own);
  const id = randomUUID();
  const ended = new AbortController();
  const presence = showPresence(leases, id, ended.signal);
  const sdk = dbos.loadSeparateSdk();
  try {
    await ensureTables(own, work.log);
    await presence.shown;
    const client = await sdk.DBOSClient.create(addressOf(own, work.log));
    await run({ ...work, id, own, leases, sdk, client });
    await client.destroy();
  } finally {
    ended.abort();
    await presence.over;
    // Announces the end, so that others need not detect it.
    await own.query('select pg_notify($1, $2)', [workflowsChannel, id]).catch(() => {});
    await leases.close();
    await own.end();
  }
}

const addressOf = (pool: pg.Pool, log: dbos.QuietLog) => ({
  systemDatabaseUrl: dbos.placeholderDatabaseUrl,
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
  const { DBOS, DBOSWorkflowConflictError, DBOSStepNondeterminismError } = sdk;
  const isConflict = (error: unknown): boolean => error instanceof DBOSWorkflowConflictError;
  const isInterruption = (error: unknown): boolean =>
    error instanceof DBOSStepNondeterminismError || asPostgresError(error) instanceof EngineUnavailable;
  const runs: DbosRuns = { DBOS, stopped, steps: new Set(), interrupted: new Set(), isConflict, isInterruption };
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

/** Requeues the runs of dead workers. A worker that is still alive loses these runs at its next write. */
async function takeOver({ id, own, leases, sdk }: Worker): Promise<void> {
  const others = (await busyWorkers(own)).filter((worker) => worker !== id);
  for (const other of others) await ifGone(leases, other, async () => sdk.DBOSExecutor.globalInstance?.recoverPendingWorkflows([other]));
}

/** Requeues runs that this worker holds and does not execute: DBOS drops a run whose begin or end it could not write. */
async function giveBack({ id, own, sdk, client }: Worker, { interrupted }: DbosRuns): Promise<void> {
  const isRunning = (run: string): boolean => sdk.DBOSExecutor.globalInstance?.systemDatabase.checkForRunningWorkflow(run) ?? true;
  for (const run of await runsOfWorker(own, id, beginWithinMs)) {
    if (!interrupted.has(run.id) && (!run.begun || isRunning(run.id))) continue;
    await client.resumeWorkflow(run.id, { queueName: run.queue });
    interrupted.delete(run.id);
  }
}

/** Longest single wait of a run, milliseconds: ten years. */
const longest = 10 * 365 * 86_400_000;

/** Polling interval of a run that waits for a signal, milliseconds, because a notification may be lost with its connection. */
const askEveryMs = 5_000;

/** State that the runs of one worker share. */
interface DbosRuns {
  DBOS: typeof Sdk.DBOS;
  /** Aborted when the worker stops; its runs continue in another worker. */
  stopped: AbortSignal;
  /** Steps that are executed or whose outcome is being stored. */
  steps: Set<Promise<unknown>>;
  /** True for the error of a run that another worker has taken over. */
  isConflict: (error: unknown) => boolean;
  /**
   * True when the outcome of a step could not be stored, or was stored before, by a write whose acknowledgement was lost. The requeued run continues
   * from the stored outcomes.
   */
  isInterruption: (error: unknown) => boolean;
  /** Ids of runs that a database failure has suspended, to be requeued. */
  interrupted: Set<string>;
}

/** Returns a new pending promise each time, so that the suspended run can be garbage-collected. */
const never = (): Promise<never> => new Promise(() => {});

/** Suspends for ever a run that this worker lost or hands over: an error would make the workflow compensate finished work. */
async function unlessLost<T>({ DBOS, stopped, isConflict, isInterruption, interrupted }: DbosRuns, call: () => Promise<T>): Promise<T> {
  if (stopped.aborted) return never();
  const id = DBOS.workflowID ?? '';
  try {
    const result = await call();
    return stopped.aborted ? never() : result;
  } catch (error) {
    if (stopped.aborted || isConflict(error)) return never();
    if (!isInterruption(error)) throw error;
    interrupted.add(id);
    return never();
  }
}

/** Executes a workflow on DBOS: each call of the context is stored under its position in the run. */
const dbosWorkflow =
  (runs: DbosRuns, { workflow, activities }: BoundWorkflow) =>
  async (input: unknown, traceparent?: string): Promise<unknown> =>
    workflow.run(contextOf(runs, activities, traceparent), parseRunInput(workflow, input));

function contextOf(runs: DbosRuns, activities: Activities, traceparent?: string): WorkflowContext<Activities> {
  const { DBOS, steps } = runs;
  const id = DBOS.workflowID ?? '';
  const ask = <T>(call: () => Promise<T>): Promise<T> => unlessLost(runs, call);
  return {
    id,
    step: async (name, input, options = {}) => {
      const activity = activities[name];
      if (!activity) throw new Error(`There is no activity ${name}`);
      // Inputs pass through JSON, so that an activity gets the same input on every engine.
      const sent = JSON.parse(JSON.stringify(input ?? null));
      const outcome = await ask(() => {
        const done: Promise<StepOutcome> = DBOS.runStep(() => runWithRetries(() => activity(sent, { run: id, traceparent }), options), { name });
        steps.add(done);
        return done.finally(() => steps.delete(done));
      });
      if ('failed' in outcome) throw new StepFailed(name, outcome.failed.code, outcome.failed.message);
      return outcome.result as Awaited<ReturnType<Activities[string]>>; // as: the activity's result, as JSON
    },
    sleep: (duration) => ask(() => DBOS.sleep(Math.min(duration, longest))),
    now: () => ask(() => DBOS.now()),
    waitForSignal: (name, timeout) =>
      ask(() => DBOS.recv(name, { timeoutSeconds: Math.min(timeout, longest) / 1000, pollingIntervalMs: askEveryMs })),
    patched: (change) => ask(() => DBOS.patch(change)),
  };
}

/** Pause before a lost lease is requested again, milliseconds. */
const askAgainMs = 1_000;

const leaseOf = (worker: string): string => `workflows:worker:${worker}`;

interface Presence {
  /** Resolves when the lease is held, or when the worker has ended. */
  shown: Promise<void>;
  /** Resolves when the lease is released at the worker's end. */
  over: Promise<void>;
}

/** Holds the lease of a live worker until its end, and takes it again after a lost connection. */
function showPresence(leases: Leases, worker: string, ended: AbortSignal): Presence {
  const { promise: shown, resolve } = Promise.withResolvers<void>();
  const hold = async (): Promise<void> => {
    while (!ended.aborted) {
      const lease = await leases.acquire(leaseOf(worker), ended).catch(() => null);
      if (!lease) {
        await pause(askAgainMs, undefined, { signal: ended }).catch(() => {});
        continue;
      }
      resolve();
      await aborted(AbortSignal.any([ended, lease.lost]));
      await lease.release();
    }
    resolve();
  };
  return { shown, over: hold() };
}

/** Calls `then` when a worker is dead, under its lease, so that no other worker does so concurrently. */
async function ifGone(leases: Leases, worker: string, then: () => Promise<unknown>): Promise<void> {
  const lease = await leases.tryAcquire(leaseOf(worker));
  if (!lease) return;
  try {
    await then();
  } finally {
    await lease.release();
  }
}

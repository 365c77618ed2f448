import { setTimeout as pause } from 'node:timers/promises';
import type { NativeConnection, Worker } from '@temporalio/worker';
import { EngineUnavailable } from '../../errors.ts';
import { attempt, type StepOutcome } from '../attempts.ts';
import type { QuietLog } from '../dbos/sdk.ts';
import type { WorkflowWorker } from '../port.ts';
import type { Activities, BoundWorkflow } from '../workflow.ts';
import { bundleOf } from './bundle.ts';
import { answerWithinMs, quietRuntime } from './sdk.ts';
import { heartbeatTimeout, type StepRequest } from './wire.ts';

/** Longest wait of a stopping worker for its steps, milliseconds. */
const finishWithinMs = 5_000;
/** Further wait before it is ended forcibly, milliseconds. */
const endWithinMs = 2_000;
/** Pause before a worker that ended by itself is restarted, milliseconds. */
const tryAgainMs = 1_000;
/** Timeout for a worker's cached runs. By default, a crash delays them by 12 to 20 s. */
const takeFromMemoryWithin = '1s';

export interface WorkerSettings {
  address: string;
  namespace: string;
  queueOf: (workflow: string) => string;
  log: QuietLog;
}

/** One Temporal worker per workflow, because a worker takes everything in its queue. */
export async function temporalWorker(settings: WorkerSettings, workflows: readonly BoundWorkflow[]): Promise<WorkflowWorker> {
  await quietRuntime(settings.log);
  const { NativeConnection: Connection } = await import('@temporalio/worker');
  const connection = await connectInTime(Connection.connect({ address: settings.address }));
  const stopping = new AbortController();
  const create = async (bound: BoundWorkflow): Promise<Worker> => createWorker(settings, connection, await bundleOf(workflows), bound);
  const first = await Promise.all(workflows.map(create)).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  const running = workflows.map((bound, index) => keepRunning(first[index] ?? null, () => create(bound), settings.log, stopping.signal));
  const ended = Promise.all(running).then(() => connection.close());
  return {
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

/** Connecting has no timeout of its own. */
async function connectInTime(connecting: Promise<NativeConnection>): Promise<NativeConnection> {
  const late = Symbol('late');
  const answer = await Promise.race([connecting, pause(answerWithinMs, late)]);
  if (typeof answer !== 'symbol') return answer;
  connecting.then(
    (connection) => connection.close(),
    () => {}, // reported as late already
  );
  throw new EngineUnavailable('temporal', new Error(`No answer within ${answerWithinMs} ms`));
}

async function createWorker(
  { namespace, queueOf }: WorkerSettings,
  connection: NativeConnection,
  workflowBundle: { code: string },
  { workflow, activities }: BoundWorkflow,
): Promise<Worker> {
  const { Worker: Temporal } = await import('@temporalio/worker');
  const { Context } = await import('@temporalio/activity');
  return Temporal.create({
    connection,
    namespace,
    taskQueue: queueOf(workflow.name),
    workflowBundle,
    activities: stepsOf(activities, () => Context.current()),
    stickyQueueScheduleToStartTimeout: takeFromMemoryWithin,
    shutdownGraceTime: finishWithinMs,
    shutdownForceTime: finishWithinMs + endWithinMs,
  });
}

/** Temporal's handle of the current step. */
interface CurrentStep {
  heartbeat(): void;
  info: { workflowExecution?: { workflowId: string } };
}

/** Activities with their attempts, which send heartbeats to Temporal meanwhile. */
function stepsOf(activities: Activities, current: () => CurrentStep): Record<string, (request: StepRequest) => Promise<StepOutcome>> {
  const stepOf = (activity: Activities[string]) => async (request: StepRequest) => {
    const context = current();
    const step = { run: context.info.workflowExecution?.workflowId ?? '', traceparent: request.traceparent };
    const beating = setInterval(() => context.heartbeat(), heartbeatTimeout / 4);
    try {
      return await attempt(() => activity(request.input, step), request.options);
    } finally {
      clearInterval(beating);
    }
  };
  return Object.fromEntries(Object.entries(activities).map(([name, activity]) => [name, stepOf(activity)]));
}

async function keepRunning(first: Worker | null, create: () => Promise<Worker>, log: QuietLog, stopping: AbortSignal): Promise<void> {
  for (let worker = first; !stopping.aborted; worker = null) {
    try {
      const runs = worker ?? (await create());
      const stop = (): void => runs.shutdown();
      stopping.addEventListener('abort', stop);
      const ended = runs.run();
      if (stopping.aborted) stop();
      await ended;
    } catch (error) {
      // The step of a stopping worker goes to another, so its end is no failure.
      if (!stopping.aborted) log.warn({ err: error }, 'a worker ended and is begun again');
    }
    await pause(tryAgainMs, undefined, { signal: stopping }).catch(() => {});
  }
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { NativeConnection, Worker, WorkflowBundle } from '@temporalio/worker';
import { EngineUnavailable } from '../../errors.ts';
import type { QuietLog } from '../dbos/sdk.ts';
import { runWithRetries, type StepOutcome, type WorkflowWorker } from '../port.ts';
import type { Activities, BoundWorkflow } from '../workflow.ts';
import { answerWithinMs, quietRuntime } from './sdk.ts';
import { heartbeatTimeoutMs, type StepRequest } from './wire.ts';

/** Longest wait of a stopping worker for its steps, milliseconds. */
const finishWithinMs = 5_000;
/** Additional wait before a stopping worker is ended forcibly, milliseconds. */
const endWithinMs = 2_000;
/** Pause before a worker that ended by itself is restarted, milliseconds. */
const tryAgainMs = 1_000;
/** Time after which a cached run of a dead worker goes to another worker. By default, a crash delays such runs by 12 to 20 s. */
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

/** Adds a timeout to the connection attempt, which has none. */
async function connectInTime(connecting: Promise<NativeConnection>): Promise<NativeConnection> {
  const late = Symbol('late');
  const answer = await Promise.race([connecting, pause(answerWithinMs, late)]);
  if (typeof answer !== 'symbol') return answer;
  connecting.then(
    (connection) => connection.close(),
    () => {}, // the timeout has been reported already
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

/** Temporal activities for the steps, with our retries and regular heartbeats. */
function stepsOf(activities: Activities, current: () => CurrentStep): Record<string, (request: StepRequest) => Promise<StepOutcome>> {
  const stepOf = (activity: Activities[string]) => async (request: StepRequest) => {
    const context = current();
    const step = { run: context.info.workflowExecution?.workflowId ?? '', traceparent: request.traceparent };
    const beating = setInterval(() => context.heartbeat(), heartbeatTimeoutMs / 4);
    try {
      return await runWithRetries(() => activity(request.input, step), request.options);
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
      // An error while stopping is no failure, because the worker's steps go to another worker.
      if (!stopping.aborted) log.warn({ err: error }, 'a worker ended and is begun again');
    }
    await pause(tryAgainMs, undefined, { signal: stopping }).catch(() => {});
  }
}

const bundles = new Map<string, Promise<WorkflowBundle>>();

/** Bundle of workflows for Temporal's isolate, cached by files, because bundling takes seconds. */
function bundleOf(workflows: readonly BoundWorkflow[]): Promise<WorkflowBundle> {
  const files = [...new Set(workflows.map(({ workflow }) => fileURLToPath(workflow.module)))].toSorted();
  const key = files.join('\n');
  const bundle = bundles.get(key) ?? bundleFiles(files);
  bundles.set(key, bundle);
  bundle.catch(() => bundles.delete(key));
  return bundle;
}

async function bundleFiles(files: readonly string[]): Promise<WorkflowBundle> {
  const { bundleWorkflowCode, DefaultLogger } = await import('@temporalio/worker');
  const folder = await mkdtemp(join(tmpdir(), 'waystory-workflows-'));
  try {
    const entry = join(folder, 'workflows.js');
    await writeFile(entry, entryOf(files));
    return await bundleWorkflowCode({
      workflowsPath: entry,
      logger: new DefaultLogger('ERROR'),
      // The entry file lies outside our packages, so their modules folder is added.
      webpackConfigHook: (config) => ({ ...config, resolve: { ...config.resolve, modules: [...(config.resolve?.modules ?? []), packagesFolder()] } }),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const entryOf = (files: readonly string[]): string =>
  [
    `import { runAny } from ${JSON.stringify(join(import.meta.dirname, 'isolate.ts'))};`,
    ...files.map((file, index) => `import * as workflow${index} from ${JSON.stringify(file)};`),
    `export default runAny([${files.map((_, index) => `workflow${index}`)}]);`,
  ].join('\n');

function packagesFolder(): string {
  const [folder] = createRequire(import.meta.url)
    .resolve('@temporalio/workflow')
    .split(join('@temporalio', 'workflow'));
  return folder ?? '';
}

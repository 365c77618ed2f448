import { setTimeout as pause } from 'node:timers/promises';
import type { Adapters } from '../adapters.ts';
import { lingerMs } from '../consumers/consumer.ts';
import type { Log } from '../log.ts';
import type { HealthCheck } from '../outages.ts';
import { runReactor } from '../reactors/reactor.ts';
import type { RunningBuilds } from '../read-models/builds/build-follower.ts';
import { runProjection } from '../read-models/builds/run-projection.ts';
import { runIndexer } from '../read-models/indexes/index-consumer.ts';
import type { AnyProjection } from '../read-models/projection.ts';
import { indexesOf } from '../read-models/searchable.ts';
import type { Tracing } from '../tracing/port.ts';
import { createBackoff } from '../waiting.ts';
import type { WorkflowWorker } from '../workflows/port.ts';
import type { HostRole } from './host.ts';
import type { ServiceDefinition, StartServices, WorkflowServices } from './service.ts';

/** Longest pause between attempts to start the workflows, milliseconds. */
const longestPauseMs = 10_000;

/** Runs the workflows of these contexts. It retries while the workflow engine is unavailable, without delaying other parts. */
export function runWorkflows(definitions: readonly ServiceDefinition[], services: WorkflowServices): WorkflowWorker {
  const workflows = definitions.flatMap((definition) => definition.workflows?.(services) ?? []);
  const stopping = new AbortController();
  const begun = workflows.length > 0 ? begin(() => services.engines.workflows.work(workflows), stopping.signal, services) : null;
  const forgetting = begun?.then((worker) => worker && forgetEndedRuns(services, stopping.signal));
  return {
    stop: async () => {
      stopping.abort();
      await (await begun)?.stop();
      await forgetting;
    },
  };
}

/** Retention of ended workflow runs, milliseconds: Stripe repeats an event for three days, and no other repetition comes as late. */
const keptForMs = 7 * 86_400_000;
/** Interval of removing old ended runs, milliseconds. */
const lookEveryMs = 3_600_000;

/** Removes ended runs after their retention, because they contain copies of people's texts. */
async function forgetEndedRuns({ engines, log }: WorkflowServices, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await engines.workflows.forgetEnded(new Date(Date.now() - keptForMs)).catch((error: unknown) => {
      if (!stopping.aborted) log.warn({ err: error }, 'ended workflows were not removed; it is tried again within the hour');
    });
    // Jitter: several processes do this at different times.
    await pause(lookEveryMs * (0.5 + Math.random()), undefined, { signal: stopping, ref: false }).catch(() => {});
  }
}

async function begin(work: () => Promise<WorkflowWorker>, stopping: AbortSignal, { log }: WorkflowServices): Promise<WorkflowWorker | null> {
  const backoff = createBackoff(stopping, longestPauseMs);
  while (!stopping.aborted) {
    try {
      return await work();
    } catch (error) {
      log.warn({ err: error }, 'workflows do not run yet; it is tried again');
      await backoff.wait();
    }
  }
  return null;
}

interface Stoppable {
  stop(): Promise<void>;
}

export interface RunningParts extends Stoppable {
  /** Resolves when this process's read models and indexes are in use in this release's version; rejects when stopped earlier. */
  built: Promise<unknown>;
}

/** Starts the background parts: projections for the projector role, reactors and workflows for the worker role. */
export function startParts(
  definitions: readonly ServiceDefinition[],
  plays: (role: HostRole) => boolean,
  engines: Adapters,
  services: Omit<WorkflowServices, 'engines' | 'log'>,
  log: Log,
  tracing: Tracing,
): RunningParts {
  const projections = plays('projector') ? definitions.flatMap((definition) => definition.projections) : [];
  const reactors = plays('worker') ? definitions.flatMap((definition) => definition.reactors(services)) : [];
  const onError = (error: unknown): void => log.error({ err: error }, 'the relay was interrupted and goes on');
  const readModels = projections.flatMap((projection) => runReadModel(projection, engines, log, tracing));
  const parts: Stoppable[] = [
    ...(plays('relay') ? [engines.bus.relay({ onError })] : []),
    ...readModels,
    ...(plays('worker') ? [runWorkflows(definitions, { ...services, engines, log })] : []),
    ...reactors.map((reactor) => runReactor({ reactor, ...engines, checkpoints: engines.projections, log, tracing })),
  ];
  return {
    built: Promise.all(readModels.map(({ ready }) => ready)),
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}

/** Runs a projection with its indexes. */
function runReadModel(projection: AnyProjection, engines: Adapters, log: Log, tracing: Tracing): RunningBuilds[] {
  const parts = { ...engines, store: engines.projections, log, tracing };
  const running = runProjection({ projection, ...parts });
  return [running, ...indexesOf(projection).map((index) => runIndexer({ index, projected: running.ready, ...parts }))];
}

/** Health checks of engines, by the engine names in `EngineUnavailable`. */
export function engineHealthChecks({ pool, events, bus, projections, search, workflows, blobs }: Adapters): Readonly<Record<string, HealthCheck>> {
  return {
    ...(pool && { postgres: () => pool.query('select 1') }),
    EventStoreDB: events.head,
    kafka: bus.heads,
    MongoDB: projections.activeVersions,
    Elasticsearch: search.activeBuilds,
    temporal: () => workflows.status('none'),
    blobs: () => blobs.info('none'),
  };
}

/** Attempts of start-up work, and the first pause between them, milliseconds; pauses grow linearly. */
const attempts = 5;
const firstPause = 1_000;

/**
 * Runs the contexts' start-up work. One of several processes runs it; the others wait, and then find it done. Resolves when all work is done or given
 * up until the next start, or when `stopping` is aborted. Nothing of it runs afterwards.
 */
export async function runStartupWork(
  definitions: readonly ServiceDefinition[],
  services: StartServices,
  engines: Pick<Adapters, 'bus' | 'events'>,
  stopping: AbortSignal,
): Promise<void> {
  await Promise.all(
    definitions.map(async (definition) => {
      const { name, onStart } = definition;
      if (onStart) await whileAlone(`start:${name}`, () => persist(name, () => onStart(services), services, stopping), services, engines, stopping);
    }),
  );
}

/** Runs `work` under a lease. A consumer group serves as the lease on every bus: the member with the partitions works, and consumes no event. */
async function whileAlone(
  group: string,
  work: () => Promise<void>,
  { log }: StartServices,
  { bus, events }: Pick<Adapters, 'bus' | 'events'>,
  stopping: AbortSignal,
): Promise<void> {
  const { promise: done, resolve } = Promise.withResolvers<void>();
  let working: Promise<void> | null = null;
  const end = (): void => resolve(working ?? undefined);
  stopping.addEventListener('abort', end);
  const subscription = bus.subscribe({
    group,
    types: new Set(),
    lingerMs,
    whole: 'kept',
    from: async () => {
      const from = await events.head();
      if (!stopping.aborted) working ??= work().then(resolve);
      return from;
    },
    handle: async () => {},
    onError: (error) => log.warn({ err: error, group }, 'the lease for the work at the start was interrupted'),
  });
  if (stopping.aborted) end();
  await done;
  stopping.removeEventListener('abort', end);
  await subscription.stop();
}

/** Retries start-up work after failures, because it is idempotent. After the last attempt, it continues at the next start. */
async function persist(context: string, work: () => Promise<void>, { log }: StartServices, stopping: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (stopping.aborted) {
        // The failure is a consequence of the stop.
        log.info({ context }, 'work at the start goes on at the next start');
        return;
      }
      if (attempt === attempts) {
        log.error({ err: error, context }, 'work at the start was not finished; it goes on at the next start');
        return;
      }
      log.info({ err: error, context, attempt }, 'work at the start is tried again');
      await pause(attempt * firstPause, undefined, { signal: stopping }).catch(() => {});
    }
  }
}

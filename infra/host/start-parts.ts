import { setTimeout as pause } from 'node:timers/promises';
import type { Adapters } from '../adapters.ts';
import type { Log } from '../log.ts';
import { runReactor } from '../reactors/reactor.ts';
import type { RunningBuilds } from '../read-models/builds/build-follower.ts';
import { runProjection } from '../read-models/builds/run-projection.ts';
import { runIndexer } from '../read-models/indexes/indexer.ts';
import type { AnyProjection } from '../read-models/projection.ts';
import { indexesOf } from '../read-models/searchable.ts';
import type { Tracing } from '../tracing/port.ts';
import { createBackoff } from '../waiting.ts';
import type { WorkflowWorker } from '../workflows/port.ts';
import type { HostRole } from './host.ts';
import type { ServiceDefinition, WorkflowServices } from './service.ts';

/** Longest pause between two tries to begin, milliseconds. */
const longestPauseMs = 10_000;

/** Runs the workflows of these contexts; while their engine is away, it is tried again and nothing else waits for it. */
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

/** How long ended runs are kept, milliseconds: Stripe repeats an event for three days, and nothing else is asked for again as late. */
const keptForMs = 7 * 86_400_000;
/** Pause between two looks for runs that ended long ago, milliseconds. */
const lookEveryMs = 3_600_000;

/** Ended runs hold copies of what people wrote. They go, once no repetition asks for them any more. */
async function forgetEndedRuns({ engines, log }: WorkflowServices, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await engines.workflows.forgetEnded(new Date(Date.now() - keptForMs)).catch((error: unknown) => {
      if (!stopping.aborted) log.warn({ err: error }, 'ended workflows were not removed; it is tried again within the hour');
    });
    // Several processes do it at different times.
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
  /** All read models and indexes that this process keeps are in use as this release has them; rejects when it is stopped before. */
  built: Promise<unknown>;
}

/** Starts what runs beside requests: projections for the projector role, reactors and workflows for the worker role. */
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

/** A projection, and the indexes that it feeds. */
function runReadModel(projection: AnyProjection, engines: Adapters, log: Log, tracing: Tracing): RunningBuilds[] {
  const parts = { ...engines, store: engines.projections, log, tracing };
  const running = runProjection({ projection, ...parts });
  return [running, ...indexesOf(projection).map((index) => runIndexer({ index, projected: running.ready, ...parts }))];
}

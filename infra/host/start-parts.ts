import type { Adapters } from '../adapters.ts';
import type { Log } from '../log.ts';
import { runReactor } from '../reactors/reactor.ts';
import type { RunningBuilds } from '../read-models/builds/build-follower.ts';
import { runProjection } from '../read-models/builds/run-projection.ts';
import { runIndexer } from '../read-models/indexes/indexer.ts';
import type { AnyProjection } from '../read-models/projection.ts';
import { indexesOf } from '../read-models/searchable.ts';
import type { Tracing } from '../tracing/port.ts';
import type { HostRole } from './host.ts';
import { runWorkflows } from './run-workflows.ts';
import type { ServiceDefinition, WorkflowServices } from './service.ts';

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

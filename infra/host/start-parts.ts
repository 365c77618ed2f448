import type { Adapters } from '../adapters.ts';
import type { Log } from '../log.ts';
import { runReactor } from '../reactors/reactor.ts';
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

/** Starts what runs beside requests: projections for the projector role, reactors and workflows for the worker role. */
export function startParts(
  definitions: readonly ServiceDefinition[],
  plays: (role: HostRole) => boolean,
  engines: Adapters,
  services: Omit<WorkflowServices, 'engines' | 'log'>,
  log: Log,
  tracing: Tracing,
): Stoppable[] {
  const projections = plays('projector') ? definitions.flatMap((definition) => definition.projections) : [];
  const reactors = plays('worker') ? definitions.flatMap((definition) => definition.reactors(services)) : [];
  const onError = (error: unknown): void => log.error({ err: error }, 'the relay was interrupted and goes on');
  return [
    ...(plays('relay') ? [engines.bus.relay({ onError })] : []),
    ...projections.flatMap((projection) => runReadModel(projection, engines, log, tracing)),
    ...(plays('worker') ? [runWorkflows(definitions, { ...services, engines, log })] : []),
    ...reactors.map((reactor) => runReactor({ reactor, ...engines, checkpoints: engines.projections, log, tracing })),
  ];
}

/** A projection, and the indexes that it feeds. */
function runReadModel(projection: AnyProjection, engines: Adapters, log: Log, tracing: Tracing): Stoppable[] {
  const parts = { ...engines, store: engines.projections, log, tracing };
  const running = runProjection({ projection, ...parts });
  return [running, ...indexesOf(projection).map((index) => runIndexer({ index, projected: running.ready, ...parts }))];
}

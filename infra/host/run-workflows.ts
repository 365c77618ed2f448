import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowWorker } from '../workflows/port.ts';
import type { ServiceDefinition, WorkflowServices } from './service.ts';

/** Pauses between two tries to begin, milliseconds: each is twice as long as the one before, up to the last. */
const [firstPause, lastPause] = [500, 10_000];

/** Runs the workflows of these contexts; while their engine is away, it is tried again and nothing else waits for it. */
export function runWorkflows(definitions: readonly ServiceDefinition[], services: WorkflowServices): WorkflowWorker {
  const workflows = definitions.flatMap((definition) => definition.workflows?.(services) ?? []);
  const stopping = new AbortController();
  const begun = workflows.length > 0 ? begin(() => services.engines.workflows.work(workflows), stopping.signal, services) : null;
  return {
    stop: async () => {
      stopping.abort();
      await (await begun)?.stop();
    },
  };
}

async function begin(work: () => Promise<WorkflowWorker>, stopping: AbortSignal, { log }: WorkflowServices): Promise<WorkflowWorker | null> {
  for (let wait = firstPause; !stopping.aborted; wait = Math.min(wait * 2, lastPause)) {
    try {
      return await work();
    } catch (error) {
      log.warn({ err: error }, 'workflows do not run yet; it is tried again');
      await pause(wait, undefined, { signal: stopping }).catch(() => {});
    }
  }
  return null;
}

// Runs only in Temporal's isolate, bundled by `worker.ts`. No other file may import it.
import {
  ApplicationFailure,
  condition,
  defineSignal,
  patched,
  proxyActivities,
  setHandler,
  sleep,
  TemporalFailure,
  workflowInfo,
} from '@temporalio/workflow';
import type { StepOutcome } from '../port.ts';
import { type Activities, parseRunInput, StepFailed, type Workflow, type WorkflowContext } from '../workflow.ts';
import { heartbeatTimeoutMs, longestStepMs, type SentSignal, type StepRequest, signalName, stepFailedType } from './wire.ts';

type AnyWorkflow = Workflow<Activities, unknown, unknown>;
type Steps = Record<string, (request: StepRequest) => Promise<StepOutcome>>;

const isWorkflow = (exported: unknown): exported is AnyWorkflow =>
  typeof exported === 'object' && exported !== null && 'run' in exported && 'name' in exported;

/**
 * Entry of every workflow in the isolate.
 * @param modules Exports of `*.workflow.ts` files.
 */
export const runAny =
  (modules: readonly Record<string, unknown>[]) =>
  async (input: unknown, traceparent?: string): Promise<unknown> => {
    const { workflowType, workflowId } = workflowInfo();
    const workflow = modules.flatMap((module) => Object.values(module).filter(isWorkflow)).find(({ name }) => name === workflowType);
    if (!workflow) throw new Error(`This worker has no workflow ${workflowType}`);
    const context = contextOf(workflowId, traceparent);
    try {
      return await workflow.run(context, parseRunInput(workflow, input));
    } catch (error) {
      throw asFailure(error);
    }
  };

/**
 * Converts an error to a non-retryable failure, because Temporal retries any other error for ever. Temporal's own failures, such as a cancellation,
 * pass unchanged.
 */
function asFailure(error: unknown): unknown {
  if (error instanceof TemporalFailure) return error;
  const { name, message, code } = Object(error) as { name?: string; message?: string; code?: string }; // as: any value can be thrown, and `Object` makes its members readable
  const told = { message: String(message), nonRetryable: true };
  if (error instanceof StepFailed)
    return ApplicationFailure.create({ ...told, type: stepFailedType, details: [{ step: error.step, code: error.code }] });
  return ApplicationFailure.create({ ...told, type: name ?? 'Error', details: [{ code }] });
}

function contextOf(id: string, traceparent?: string): WorkflowContext<Activities> {
  const take = receiveSignals();
  const steps = proxyActivities<Steps>({
    startToCloseTimeout: longestStepMs,
    heartbeatTimeout: heartbeatTimeoutMs,
    retry: { initialInterval: 100, maximumInterval: 10_000 },
  });
  return {
    id,
    step: async (name, input, options = {}) => {
      const outcome = await steps[name]?.({ input: input ?? null, options, ...(traceparent && { traceparent }) });
      if (!outcome) throw new Error(`There is no activity ${name}`);
      if ('failed' in outcome) throw new StepFailed(name, outcome.failed.code, outcome.failed.message);
      return outcome.result as Awaited<ReturnType<Activities[string]>>; // as: the activity's result, as JSON
    },
    sleep: (duration) => sleep(duration),
    now: async () => Date.now(),
    waitForSignal: take,
    patched: async (change) => patched(change),
  };
}

/** Stores signals of this run until they are awaited; a repeated deduplication key is dropped. */
function receiveSignals(): WorkflowContext<Activities>['waitForSignal'] {
  const inbox = new Map<string, unknown[]>();
  const seen = new Set<string>();
  setHandler(defineSignal<[SentSignal]>(signalName), ({ name, payload, dedupeKey }) => {
    if (dedupeKey !== undefined && seen.has(dedupeKey)) return;
    if (dedupeKey !== undefined) seen.add(dedupeKey);
    inbox.set(name, [...(inbox.get(name) ?? []), payload]);
  });
  return async <T>(name: string, timeout: number): Promise<T | null> => {
    const waiting = (): boolean => (inbox.get(name)?.length ?? 0) > 0;
    if (!waiting() && (timeout <= 0 || !(await condition(waiting, timeout)))) return null;
    return (inbox.get(name)?.shift() ?? null) as T | null; // as: sender and workflow share the signal's type
  };
}

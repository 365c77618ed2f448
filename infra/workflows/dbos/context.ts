import type * as Sdk from '@dbos-inc/dbos-sdk';
import { EngineUnavailable } from '../../errors.ts';
import { asPostgresError } from '../../postgres/unavailable.ts';
import { attempt, type StepOutcome } from '../attempts.ts';
import { type Activities, type BoundWorkflow, inputOf, StepFailed, type WorkflowContext } from '../workflow.ts';

/** Longest single wait of a run, milliseconds: ten years. */
const longest = 10 * 365 * 86_400_000;

/** Polling interval of a run that waits for a signal, milliseconds, because a notification may be lost with its connection. */
const askEveryMs = 5_000;

/** State that the runs of one worker share. */
export interface DbosRuns {
  DBOS: typeof Sdk.DBOS;
  /** Aborted at the worker's stop; its runs continue elsewhere. */
  stopped: AbortSignal;
  /** Steps in execution or being stored. */
  steps: Set<Promise<unknown>>;
  /** True for an error which says that another worker owns the run. */
  isConflict: (error: unknown) => boolean;
  /** Runs suspended by a database timeout, to be put back into their queues. */
  interrupted: Set<string>;
}

/** A new promise each time, so that whatever waits for it can be collected. */
const never = (): Promise<never> => new Promise(() => {});

/** Suspends a run that this worker lost or hands over, for ever: an error would make the workflow compensate finished work. */
async function unlessLost<T>({ DBOS, stopped, isConflict, interrupted }: DbosRuns, call: () => Promise<T>): Promise<T> {
  if (stopped.aborted) return never();
  const id = DBOS.workflowID ?? '';
  try {
    const result = await call();
    return stopped.aborted ? never() : result;
  } catch (error) {
    if (stopped.aborted || isConflict(error)) return never();
    if (!(asPostgresError(error) instanceof EngineUnavailable)) throw error;
    interrupted.add(id);
    return never();
  }
}

/** Executes a workflow on DBOS: each call of the context is stored under its position in the run. */
export const dbosWorkflow =
  (runs: DbosRuns, { workflow, activities }: BoundWorkflow) =>
  async (input: unknown, traceparent?: string): Promise<unknown> =>
    workflow.run(contextOf(runs, activities, traceparent), inputOf(workflow, input));

function contextOf(runs: DbosRuns, activities: Activities, traceparent?: string): WorkflowContext<Activities> {
  const { DBOS, steps } = runs;
  const id = DBOS.workflowID ?? '';
  const ask = <T>(call: () => Promise<T>): Promise<T> => unlessLost(runs, call);
  return {
    id,
    step: async (name, input, options = {}) => {
      const activity = activities[name];
      if (!activity) throw new Error(`There is no activity ${name}`);
      // Inputs pass through JSON as on every other engine.
      const sent = JSON.parse(JSON.stringify(input ?? null));
      const outcome = await ask(() => {
        const done: Promise<StepOutcome> = DBOS.runStep(() => attempt(() => activity(sent, { run: id, traceparent }), options), { name });
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

import type * as Sdk from '@dbos-inc/dbos-sdk';
import { EngineUnavailable } from '../../errors.ts';
import { asPostgresError } from '../../postgres/unavailable.ts';
import { attempt, type StepOutcome } from '../attempts.ts';
import { type Activities, type BoundWorkflow, inputOf, StepFailed, type WorkflowContext } from '../workflow.ts';

/** Longest that a run may wait at once, milliseconds: ten years. */
const longest = 10 * 365 * 86_400_000;

/** How often a run that waits for a signal asks for it, beside being told, milliseconds: whoever tells it may lose the connection. */
const askEveryMs = 5_000;

/** What the runs of one worker share. */
export interface DbosRuns {
  DBOS: typeof Sdk.DBOS;
  /** Aborted when the worker stops: its runs go on elsewhere. */
  stopped: AbortSignal;
  /** Steps that are being done or stored. */
  steps: Set<Promise<unknown>>;
  /** Whether an error says that the run has another owner by now. */
  isConflict: (error: unknown) => boolean;
  /** Runs that stand still because the database did not answer in time; they are to be put back into their queues. */
  interrupted: Set<string>;
}

/** A promise of its own each time: what waits for it can be forgotten. */
const never = (): Promise<never> => new Promise(() => {});

/** A run that this worker has lost, or leaves to others, stands still for ever: workflows must not take it for a failure and undo what was done. */
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

/** Runs a workflow on DBOS: what it asks of the context is stored under its place in the run. */
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
      // Its input is as it would come over a wire, as on every other engine.
      const sent = JSON.parse(JSON.stringify(input ?? null));
      const outcome = await ask(() => {
        const done: Promise<StepOutcome> = DBOS.runStep(() => attempt(() => activity(sent, { run: id, traceparent }), options), { name });
        steps.add(done);
        return done.finally(() => steps.delete(done));
      });
      if ('failed' in outcome) throw new StepFailed(name, outcome.failed.code, outcome.failed.message);
      return outcome.result as Awaited<ReturnType<Activities[string]>>; // what the activity gave, as JSON
    },
    sleep: (duration) => ask(() => DBOS.sleep(Math.min(duration, longest))),
    now: () => ask(() => DBOS.now()),
    waitForSignal: (name, timeout) =>
      ask(() => DBOS.recv(name, { timeoutSeconds: Math.min(timeout, longest) / 1000, pollingIntervalMs: askEveryMs })),
    patched: (change) => ask(() => DBOS.patch(change)),
  };
}

import { errorCodeOf } from '../errors.ts';
import { answeredWithin } from '../waiting.ts';
import { type Activities, type BoundWorkflow, FinalFailure, parseRunInput, type StepOptions, type Workflow } from './workflow.ts';

/** A worker that executes runs. */
export interface WorkflowWorker {
  /** Leaves open runs to other workers or to the next start. Idempotent. */
  stop(): Promise<void>;
}

export type RunStatus = 'running' | 'completed' | 'failed';

/** Durable workflows. Adapters: one file each beside this one; all run `contract.ts`. Every call may throw EngineUnavailable. */
export interface WorkflowEngine {
  /**
   * Starts a run with an id, once: `exists` for a known id, whether it is running or ended. Any process may call it, and a worker executes the run.
   * Steps get the `traceparent` of the starter.
   */
  start(workflow: string, id: string, input: unknown, traceparent?: string): Promise<'started' | 'exists'>;
  /** Delivers a signal, which is kept until the run waits for it; a repeated `dedupeKey` is dropped. `gone`: the run is unknown or has ended. */
  signal(id: string, name: string, payload: unknown, dedupeKey?: string): Promise<'delivered' | 'gone'>;
  /** Status of a run; null for an unknown run. */
  status(id: string): Promise<RunStatus | null>;
  /**
   * Resolves with the result of a run at its end.
   * @throws StepFailed, or Error, as the run did.
   */
  result(id: string): Promise<unknown>;
  /** Removes all data of the runs that ended before this moment. Returns the number of these runs. */
  forgetEnded(before: Date): Promise<number>;
  /** Removes the ended runs whose input has this `accountId`. @returns Number of the account's open runs. */
  forgetRunsOf(accountId: string): Promise<number>;
  /** Executes workflows in this process, including runs abandoned by a crash. */
  work(workflows: readonly BoundWorkflow[]): Promise<WorkflowWorker>;
  close(): Promise<void>;
}

/**
 * Workflow operations for handlers, reactors and activities; the worker role of any process executes the runs. Every call may throw
 * EngineUnavailable.
 */
export interface Workflows {
  /**
   * Starts a run under an id, once: `exists` for a known id, running or ended.
   * @throws FinalFailure `workflow/bad-input` when the input is invalid.
   */
  start<A extends Activities, I, O>(workflow: Workflow<A, I, O>, id: string, input: I): Promise<'started' | 'exists'>;
  /** Delivers a signal, which is kept until the run waits for it; a repeated `dedupeKey` is dropped. `gone`: the run is unknown or has ended. */
  signal(id: string, name: string, payload: unknown, dedupeKey?: string): Promise<'delivered' | 'gone'>;
  /** Status of a run; null for an unknown run. */
  status(id: string): Promise<RunStatus | null>;
  /**
   * Resolves with the result of a run at its end.
   * @throws StepFailed, or Error, as the run did.
   */
  result(id: string): Promise<unknown>;
  /** Removes the ended runs whose input names this `accountId`. Returns the number of its open runs. */
  forgetRunsOf(accountId: string): Promise<number>;
}

/** Workflow operations on an engine. The input of a run is validated before its start. */
export const workflowsOn = (engine: WorkflowEngine): Workflows => ({
  start: async (workflow, id, input) => {
    parseRunInput(workflow, input);
    return engine.start(workflow.name, id, input);
  },
  signal: (id, name, payload, dedupeKey) => engine.signal(id, name, payload, dedupeKey),
  status: (id) => engine.status(id),
  result: (id) => engine.result(id),
  forgetRunsOf: (accountId) => engine.forgetRunsOf(accountId),
});

/** Outcome of a step, stored so that a replay has the same outcome. */
export type StepOutcome = { result: unknown } | { failed: { code: string; message: string } };

/** Code of a step whose last attempt timed out. */
const timeoutCode = 'timeout';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

class TimedOut extends Error {
  readonly code = timeoutCode;
}

/** Runs an activity with the retries and the timeout of its options; by default once and without a timeout. */
export async function runWithRetries(activity: () => Promise<unknown>, { attempts = 1, backoff = 0, timeout }: StepOptions): Promise<StepOutcome> {
  for (let tried = 1; ; tried++) {
    try {
      return { result: (await within(activity, timeout)) ?? null };
    } catch (error) {
      if (tried >= attempts || error instanceof FinalFailure) return { failed: { code: errorCodeOf(error), message: messageOf(error) } };
      const pause = backoff * 2 ** (tried - 1);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Stops waiting after `timeout` milliseconds. The activity continues, so it must be idempotent. */
async function within(activity: () => Promise<unknown>, timeout: number | undefined): Promise<unknown> {
  if (timeout === undefined) return activity();
  return answeredWithin(timeout, activity(), () => new TimedOut(`It took longer than ${timeout} ms`));
}

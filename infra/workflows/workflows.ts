import type { RunStatus, WorkflowEngine } from './port.ts';
import { type Activities, inputOf, type Workflow } from './workflow.ts';

/** Calls of handlers, reactors and activities; the worker role of any process executes the runs. Every call may throw EngineUnavailable. */
export interface Workflows {
  /**
   * Starts a run under an id, once: `exists` for a known id, running or ended.
   * @throws FinalFailure `workflow/bad-input` when the input is invalid.
   */
  start<A extends Activities, I, O>(workflow: Workflow<A, I, O>, id: string, input: I): Promise<'started' | 'exists'>;
  /** Delivers a signal, which is kept until the run waits for it; a repeated `dedupeKey` is dropped. `gone`: the run is unknown or has ended. */
  signal(id: string, name: string, payload: unknown, dedupeKey?: string): Promise<'delivered' | 'gone'>;
  /** Null for an unknown run. */
  status(id: string): Promise<RunStatus | null>;
  /**
   * Resolves with the result of a run at its end.
   * @throws StepFailed, or Error, as the run did.
   */
  result(id: string): Promise<unknown>;
  /** Removes the ended runs whose input names this `accountId`. Returns the number of its open runs. */
  forgetRunsOf(accountId: string): Promise<number>;
}

/** The engine's calls with checked inputs. */
export const workflowsOn = (engine: WorkflowEngine): Workflows => ({
  start: async (workflow, id, input) => {
    inputOf(workflow, input);
    return engine.start(workflow.name, id, input);
  },
  signal: (id, name, payload, dedupeKey) => engine.signal(id, name, payload, dedupeKey),
  status: (id) => engine.status(id),
  result: (id) => engine.result(id),
  forgetRunsOf: (accountId) => engine.forgetRunsOf(accountId),
});

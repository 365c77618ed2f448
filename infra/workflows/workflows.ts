import type { RunStatus, WorkflowEngine } from './port.ts';
import { type Activities, inputOf, type Workflow } from './workflow.ts';

/** What handlers, reactors and activities ask of workflows; they run in the worker role of any process. Every call may throw EngineUnavailable. */
export interface Workflows {
  /**
   * Starts a run under an id, once: `exists` when there was one already, running or ended.
   * @throws FinalFailure `workflow/bad-input` when the workflow does not take the input.
   */
  start<A extends Activities, I, O>(workflow: Workflow<A, I, O>, id: string, input: I): Promise<'started' | 'exists'>;
  /** Delivers a signal, which is kept until the run waits for it; the same `dedupeKey` is delivered once. `gone`: no such run, or it has ended. */
  signal(id: string, name: string, payload: unknown, dedupeKey?: string): Promise<'delivered' | 'gone'>;
  /** Null for an unknown run. */
  status(id: string): Promise<RunStatus | null>;
  /**
   * Result of a run, once it has ended.
   * @throws StepFailed, or Error, as the run did.
   */
  result(id: string): Promise<unknown>;
  /** Removes the ended runs of an account, which are those whose input names it as `accountId`. Answers how many of its runs still go on. */
  forgetRunsOf(accountId: string): Promise<number>;
}

/** The engine's calls, with the input checked before anything is started. */
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

import type { BoundWorkflow } from './workflow.ts';

/** A running worker. */
export interface WorkflowWorker {
  /** Leaves open runs to other workers or to the next start. Idempotent. */
  stop(): Promise<void>;
}

export type RunStatus = 'running' | 'completed' | 'failed';

/** Durable workflows. Adapters: one file each beside this one; all run `contract.ts`. Every call may throw EngineUnavailable. */
export interface WorkflowEngine {
  /**
   * Starts a run under an id, once: `exists` for a known id, running or ended. Any process may call it, and a worker executes it.
   * Steps get the `traceparent` of their starter.
   */
  start(workflow: string, id: string, input: unknown, traceparent?: string): Promise<'started' | 'exists'>;
  /** Delivers a signal, which is kept until the run waits for it; a repeated `dedupeKey` is dropped. `gone`: the run is unknown or has ended. */
  signal(id: string, name: string, payload: unknown, dedupeKey?: string): Promise<'delivered' | 'gone'>;
  /** Null for an unknown run. */
  status(id: string): Promise<RunStatus | null>;
  /**
   * Resolves with the result of a run at its end.
   * @throws StepFailed, or Error, as the run did.
   */
  result(id: string): Promise<unknown>;
  /** Removes runs that ended before this moment with all their data. Returns their number. */
  forgetEnded(before: Date): Promise<number>;
  /** Removes the ended runs whose input names this `accountId`. Returns the number of its open runs. */
  forgetRunsOf(accountId: string): Promise<number>;
  /** Executes workflows in this process, including runs abandoned by a crash. */
  work(workflows: readonly BoundWorkflow[]): Promise<WorkflowWorker>;
  close(): Promise<void>;
}

import type { BoundWorkflow } from './workflow.ts';

/** A running engine of workflows in a worker process. */
export interface WorkflowWorker {
  /** Leaves what is under way to others, or to the next start. May be called again. */
  stop(): Promise<void>;
}

export type RunStatus = 'running' | 'completed' | 'failed';

/** Runs workflows through crashes and restarts. Adapters: one file each beside this one; all run `contract.ts`. Every call may throw EngineUnavailable. */
export interface WorkflowEngine {
  /** Starts a run under an id, once: `exists` when there was one already, running or ended. Any process may call it; a worker runs it. Its steps are told the `traceparent` of what started it. */
  start(workflow: string, id: string, input: unknown, traceparent?: string): Promise<'started' | 'exists'>;
  /** Delivers a signal, which is kept until it is waited for; the same `dedupeKey` is delivered once. `gone`: no such run, or it has ended. */
  signal(id: string, name: string, payload: unknown, dedupeKey?: string): Promise<'delivered' | 'gone'>;
  /** Null for an unknown run. */
  status(id: string): Promise<RunStatus | null>;
  /**
   * Result of a run, once it has ended.
   * @throws StepFailed, or Error, as the run did.
   */
  result(id: string): Promise<unknown>;
  /** Removes runs that ended before this moment, with all that was kept of them: unknown from then on. Answers how many. */
  forgetEnded(before: Date): Promise<number>;
  /** Removes the ended runs of an account, which are those whose input names it as `accountId`. Answers how many of its runs still go on. */
  forgetRunsOf(accountId: string): Promise<number>;
  /** Begins to run workflows in this process, those left behind by a crash included. */
  work(workflows: readonly BoundWorkflow[]): Promise<WorkflowWorker>;
  close(): Promise<void>;
}

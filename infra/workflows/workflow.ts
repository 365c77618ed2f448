import type { z } from 'zod';
import { eraseType } from '../erase.ts';

/** Activities of a workflow by name, with JSON inputs and results. Each executes at least once, so it must be idempotent. */
// biome-ignore lint/suspicious/noExplicitAny: each activity has an input of its own; `step` pairs name and input again
export type Activities = Record<string, (input: any, step: StepOfRun) => Promise<unknown>>;

/** Context of an activity's execution. */
export interface StepOfRun {
  /** Id of the run. */
  run: string;
  /** `traceparent` of the run's starter, if recorded. */
  traceparent?: string | undefined;
}

export interface StepOptions {
  /** Most attempts, 1 by default. */
  attempts?: number;
  /** Pause before the second attempt, milliseconds; it doubles each time. */
  backoff?: number;
  /** Timeout of one attempt, milliseconds. */
  timeout?: number;
}

/** Everything that a workflow may use. It must be deterministic: no clock, no randomness, no engine, and only type imports or pure files. */
export interface WorkflowContext<A extends Activities> {
  /** Id of the run; `${id}:${step}` is the idempotency key of an effect. */
  readonly id: string;
  /**
   * Executes an activity as a durable step.
   * @throws StepFailed when every attempt failed, or one with FinalFailure.
   */
  step<K extends keyof A & string>(name: K, input: Parameters<A[K]>[0], options?: StepOptions): Promise<Awaited<ReturnType<A[K]>>>;
  /** Durable pause. @param duration Milliseconds. */
  sleep(duration: number): Promise<void>;
  /** Current time, milliseconds since 1970, equal on every replay. */
  now(): Promise<number>;
  /** The next signal of a name, possibly one that arrived earlier; null after `timeout` milliseconds. */
  waitForSignal<T>(name: string, timeout: number): Promise<T | null>;
  /** False for a run that passed this call before the change was released, otherwise true; equal on every replay. */
  patched(change: string): Promise<boolean>;
}

/** Failure of a step. It is the only error that a workflow may catch. */
export class StepFailed extends Error {
  readonly step: string;
  /** `code` of the activity's error, or its name. */
  readonly code: string;
  constructor(step: string, code: string, message: string) {
    super(message);
    this.name = 'StepFailed';
    this.step = step;
    this.code = code;
  }
}

/** An activity's failure that must not be retried. */
export class FinalFailure extends Error {
  readonly code: string;
  constructor(code: string, message = code) {
    super(message);
    this.name = 'FinalFailure';
    this.code = code;
  }
}

/** A durable workflow. Each has its own file `*.workflow.ts`, which exports nothing else. */
export interface Workflow<A extends Activities, I, O> {
  name: string;
  /** URL of its file (`import.meta.url`), because some engines load it into an isolate. */
  module: string;
  input: z.ZodType<I>;
  run(ctx: WorkflowContext<A>, input: I): Promise<O>;
}

export const defineWorkflow =
  <A extends Activities>() =>
  <I, O>(workflow: Workflow<A, I, O>): Workflow<A, I, O> =>
    workflow;

/** Account id in the input of a run; null without one. */
export function accountOfRun(input: unknown): string | null {
  const { accountId } = Object(input) as { accountId?: unknown }; // as: `Object` accepts any JSON, and the member may be missing
  return typeof accountId === 'string' ? accountId : null;
}

/** Input of a run, parsed by the schema of its workflow. @throws FinalFailure `workflow/bad-input` when the input is invalid. */
export function parseRunInput<A extends Activities, I, O>({ name, input }: Workflow<A, I, O>, given: unknown): I {
  const { data, error } = input.safeParse(given);
  if (error) throw new FinalFailure('workflow/bad-input', `${name} does not take this input: ${error.message}`);
  return data as I; // as: parsed without an error
}

/** A workflow with its activities, types erased. */
export interface BoundWorkflow {
  workflow: Workflow<Activities, unknown, unknown>;
  activities: Activities;
}

/** Binds a workflow to its activities. The engine parses the input with the schema of the workflow. */
export const bindWorkflow = <A extends Activities, I, O>(workflow: Workflow<A, I, O>, activities: A): BoundWorkflow => ({
  workflow: eraseType(workflow),
  activities,
});

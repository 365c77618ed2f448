import type { z } from 'zod';
import { erase } from '../erase.ts';

/** Things a workflow may have done for it, by name. Input and result are JSON; each is done at least once, so what it does must bear a repetition. */
// biome-ignore lint/suspicious/noExplicitAny: each activity has an input of its own; `step` pairs name and input again
export type Activities = Record<string, (input: any, step: StepOfRun) => Promise<unknown>>;

/** Which step of which run an activity is done for. */
export interface StepOfRun {
  /** Id of the run. */
  run: string;
  /** `traceparent` of what started the run, where that is recorded. */
  traceparent?: string | undefined;
}

export interface StepOptions {
  /** Times it is tried in all; 1 unless given. */
  attempts?: number;
  /** Milliseconds before the second try; doubles from then on. */
  backoff?: number;
  /** Milliseconds that one try may take. */
  timeout?: number;
}

/** All that a workflow may use: no clock, no chance, no engine, no import that is not a type, this file or another pure one. */
export interface WorkflowContext<A extends Activities> {
  /** Id of the run; `${id}:${step}` is the key under which an effect happens once. */
  readonly id: string;
  /** @throws StepFailed when every try failed. */
  step<K extends keyof A & string>(name: K, input: Parameters<A[K]>[0], options?: StepOptions): Promise<Awaited<ReturnType<A[K]>>>;
  /** Milliseconds. */
  sleep(duration: number): Promise<void>;
  /** Milliseconds since 1970, the same on every replay. */
  now(): Promise<number>;
  /** The next signal of a name, which may have come before it is waited for; null when none comes in `timeout` milliseconds. */
  waitForSignal<T>(name: string, timeout: number): Promise<T | null>;
  /** False for a run that had come past this place before the change of this name was made, and true for all others; the same on every replay. */
  patched(change: string): Promise<boolean>;
}

/** The one error that a workflow may look at; all others pass through it. */
export class StepFailed extends Error {
  readonly step: string;
  /** `code` of what the activity threw, or its name. */
  readonly code: string;
  constructor(step: string, code: string, message: string) {
    super(message);
    this.name = 'StepFailed';
    this.step = step;
    this.code = code;
  }
}

/** Thrown by an activity whose failure no further try will mend. */
export class FinalFailure extends Error {
  readonly code: string;
  constructor(code: string, message = code) {
    super(message);
    this.name = 'FinalFailure';
    this.code = code;
  }
}

/** Something that takes its course over crashes and restarts. Lives in a `*.workflow.ts` of its own, which exports nothing else. */
export interface Workflow<A extends Activities, I, O> {
  name: string;
  /** Address of the file that exports it (`import.meta.url`): some engines run it in an isolate of its own. */
  module: string;
  input: z.ZodType<I>;
  run(ctx: WorkflowContext<A>, input: I): Promise<O>;
}

export const defineWorkflow =
  <A extends Activities>() =>
  <I, O>(workflow: Workflow<A, I, O>): Workflow<A, I, O> =>
    workflow;

/** Account that a run is of, by its input. */
export function accountOfRun(input: unknown): string | null {
  const { accountId } = Object(input) as { accountId?: unknown }; // any JSON; what is no object has no such member
  return typeof accountId === 'string' ? accountId : null;
}

/** @throws FinalFailure `workflow/bad-input` when the workflow does not take the input. */
export function inputOf<A extends Activities, I, O>({ name, input }: Workflow<A, I, O>, given: unknown): I {
  const { data, error } = input.safeParse(given);
  if (error) throw new FinalFailure('workflow/bad-input', `${name} does not take this input: ${error.message}`);
  return data as I; // parsed without an error
}

/** A workflow with its activities, the types of its input and output erased. */
export interface BoundWorkflow {
  workflow: Workflow<Activities, unknown, unknown>;
  activities: Activities;
}

/** Pairs a workflow with its activities. The engine parses the input with the workflow's own schema. */
export const bindWorkflow = <A extends Activities, I, O>(workflow: Workflow<A, I, O>, activities: A): BoundWorkflow => ({
  workflow: erase(workflow),
  activities,
});

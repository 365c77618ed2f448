import type { StepOptions } from '../workflow.ts';

/** The one signal type of every run. */
export const signalName = 'signal';

export interface SentSignal {
  name: string;
  payload: unknown;
  dedupeKey?: string;
}

/** Input of a step. The worker makes the attempts itself, so Temporal's retries remain for dead workers. */
export interface StepRequest {
  input: unknown;
  options: StepOptions;
  /** Trace of the run's starter, if recorded. */
  traceparent?: string;
}

/** Failure type of a run that ended with a failed step. */
export const stepFailed = 'StepFailed';

/** Silence after which a step goes to another worker, milliseconds. */
export const heartbeatTimeout = 6_000;
/** Temporal requires a limit for every step, in milliseconds: a month. The real limits are in the step's options. */
export const longestStep = 30 * 86_400_000;

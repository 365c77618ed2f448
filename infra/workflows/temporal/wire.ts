import type { StepOptions } from '../workflow.ts';

// A workflow imports this file, and Temporal refuses a workflow whose files import its SDK.

/** Name of the only signal type in Temporal; the product's signal name is in its payload. */
export const signalName = 'signal';

export interface SentSignal {
  name: string;
  payload: unknown;
  dedupeKey?: string;
}

/** Input of a step's activity. The worker itself retries the step, so Temporal's retries only serve dead workers. */
export interface StepRequest {
  input: unknown;
  options: StepOptions;
  /** Trace of the run's starter, if recorded. */
  traceparent?: string;
}

/** Failure type of a run that ended with a failed step. */
export const stepFailedType = 'StepFailed';

/** Silence after which a step goes to another worker, milliseconds. */
export const heartbeatTimeoutMs = 6_000;
/** Timeout of a step, milliseconds: a month, because Temporal requires one. The effective timeouts are in the step's options. */
export const longestStepMs = 30 * 86_400_000;

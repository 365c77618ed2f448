import type { StepOptions } from '../workflow.ts';

/** The one signal that every run takes. */
export const signalName = 'signal';

export interface SentSignal {
  name: string;
  payload: unknown;
  dedupeKey?: string;
}

/** What a step is told: its tries are made by whoever does it, so that Temporal's own are left for workers that died. */
export interface StepRequest {
  input: unknown;
  options: StepOptions;
  /** Of what started the run, where that is recorded. */
  traceparent?: string;
}

/** Type of the failure that a run ends with when a step of it failed. */
export const stepFailed = 'StepFailed';

/** A step whose worker has not been heard of for so long is given to another, milliseconds. */
export const heartbeatTimeout = 6_000;
/** Temporal wants a limit for every step; ours have theirs in their options. Milliseconds: a month. */
export const longestStep = 30 * 86_400_000;

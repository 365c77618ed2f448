import type { BareSteps } from './bare-steps.ts';

/** An engine of workflows by its own SDK alone. */
export interface BareEngine {
  start(orderId: string): Promise<void>;
  /** Tells a run that Stripe has said something. */
  signal(orderId: string, eventId: string): Promise<void>;
  stop(): Promise<void>;
}

export type OpenBareEngine = (steps: BareSteps, address: string) => Promise<BareEngine>;

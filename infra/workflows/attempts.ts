import { codeOf } from '../errors.ts';
import { FinalFailure, type StepOptions } from './workflow.ts';

/** Outcome of a step, stored so that a replay has the same. */
export type StepOutcome = { result: unknown } | { failed: { code: string; message: string } };

/** Code of a step whose last attempt timed out. */
export const timeoutCode = 'timeout';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

class TimedOut extends Error {
  readonly code = timeoutCode;
}

/** Attempts an activity as its options say; by default once and without a timeout. */
export async function attempt(activity: () => Promise<unknown>, { attempts = 1, backoff = 0, timeout }: StepOptions): Promise<StepOutcome> {
  for (let tried = 1; ; tried++) {
    try {
      return { result: (await within(activity, timeout)) ?? null };
    } catch (error) {
      if (tried >= attempts || error instanceof FinalFailure) return { failed: { code: codeOf(error), message: messageOf(error) } };
      const pause = backoff * 2 ** (tried - 1);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Stops waiting after `timeout` milliseconds. The activity continues, so it must be idempotent. */
async function within(activity: () => Promise<unknown>, timeout: number | undefined): Promise<unknown> {
  if (timeout === undefined) return activity();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimedOut(`It took longer than ${timeout} ms`)), timeout);
  try {
    return await Promise.race([activity(), late]);
  } finally {
    clearTimeout(timer);
  }
}

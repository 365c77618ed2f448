import { codeOf } from '../errors.ts';
import { FinalFailure, type StepOptions } from './workflow.ts';

/** What a step came to; it is stored, so that a replay finds the very same. */
export type StepOutcome = { result: unknown } | { failed: { code: string; message: string } };

/** Code of a step whose last try took longer than it may. */
export const timeoutCode = 'timeout';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

class TimedOut extends Error {
  readonly code = timeoutCode;
}

/** Tries an activity as often as the options allow; 1 try without limit of time unless given. */
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

/** Gives up waiting after `timeout` milliseconds; what was begun goes on, which activities must bear. */
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

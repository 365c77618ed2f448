import { ResponseError } from '@waystory/proto/kit/client.ts';

/** Reason and end of the signed-in user's suspension. */
export interface Suspension {
  reason: string | null;
  /** ISO 8601 UTC; null for no end. */
  until: string | null;
}

/** Suspension of the user in an API error; null for any other error. */
export function suspensionIn(error: unknown): Suspension | null {
  if (!(error instanceof ResponseError) || error.problem?.code !== 'auth/suspended') return null;
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  return { reason: text(error.problem.data?.reason), until: text(error.problem.data?.until) };
}

/** Tracks the suspension of the signed-in user, as reported by API answers. */
class SuspensionWatch {
  #current: Suspension | null = null;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): Suspension | null => this.#current;

  /** Records the suspension in an API answer; `null` for a successful request. */
  report(suspension: Suspension | null): void {
    if (JSON.stringify(this.#current) === JSON.stringify(suspension)) return;
    this.#current = suspension;
    for (const listener of this.#listeners) listener();
  }
}

export const suspensionWatch = new SuspensionWatch();

/** Returns the result of a request, and records whether the user is suspended. */
export async function trackSuspension<T>(request: Promise<T>): Promise<T> {
  try {
    const reply = await request;
    suspensionWatch.report(null);
    return reply;
  } catch (error) {
    const suspension = suspensionIn(error);
    if (suspension) suspensionWatch.report(suspension);
    throw error;
  }
}

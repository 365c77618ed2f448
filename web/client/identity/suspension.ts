import { ResponseError } from '@waystory/proto/kit/client.ts';

/** What a moderator said to whoever is signed in and turned away. */
export interface Suspension {
  reason: string | null;
  /** ISO 8601 UTC; null is without end. */
  until: string | null;
}

/** The suspension that an answer of the API tells of; null when it tells of none. */
export function suspensionIn(error: unknown): Suspension | null {
  if (!(error instanceof ResponseError) || error.problem?.code !== 'auth/suspended') return null;
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  return { reason: text(error.problem.data?.reason), until: text(error.problem.data?.until) };
}

/** Whether the product turns away whoever is signed in: everything they ask for is refused with the reason. */
class SuspensionWatch {
  #current: Suspension | null = null;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): Suspension | null => this.#current;

  /** Told of every answer of the API: `null` is one that let them in. */
  report(suspension: Suspension | null): void {
    if (JSON.stringify(this.#current) === JSON.stringify(suspension)) return;
    this.#current = suspension;
    for (const listener of this.#listeners) listener();
  }
}

export const suspensionWatch = new SuspensionWatch();

/** Answers what the request does, and notices whether whoever is signed in was let in. */
export async function watchAdmission<T>(request: Promise<T>): Promise<T> {
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

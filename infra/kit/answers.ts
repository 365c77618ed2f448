import { EngineUnavailable } from '../event-store/port.ts';
import { Rejected } from './decider.ts';

/** The thing that was asked for. @throws Rejected with `code` when it is not there. */
export function found<T>(thing: T | null | undefined, code: `${string}/unknown`): T {
  if (thing === null || thing === undefined) throw new Rejected(code);
  return thing;
}

/**
 * What the answer to a write shows of read models: null when they cannot tell now, for a write neither needs them nor waits for them to be there.
 * To be read beside the write, not before it.
 */
export async function ifReadable<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof EngineUnavailable || (error instanceof Rejected && error.code === 'read/behind')) return null;
    throw error;
  }
}

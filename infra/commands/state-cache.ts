import { bytesOf, type CallerMemory, callerMemory } from '../caller-memory.ts';
import type { Loaded } from './command-handler.ts';

/** The streams that were loaded or written last. A command on one of them needs no read. */
export function createStateCache(memory: CallerMemory = callerMemory) {
  // A state shares what did not change with the one before.
  const measured = new WeakMap<object, number>();
  const streams = memory.cache<string, Loaded<unknown>>('streams', { sizeOf: ({ state }) => bytesOf(state, measured) });
  return {
    get: <S>(stream: string): Loaded<S> | undefined => streams.get(stream) as Loaded<S> | undefined, // stored by the caller under the same stream, hence with the same state
    set(stream: string, loaded: Loaded<unknown>): void {
      const known = streams.get(stream);
      if (!known || known.version <= loaded.version) streams.set(stream, loaded);
    },
  };
}

import { bytesOf, type CacheRegistry, cacheRegistry } from '../cache-registry.ts';
import type { Loaded } from './command-handler.ts';

/** A stream as it was read or written last. */
export interface Known<S> extends Loaded<S> {
  /** When that was, as `performance.now()` tells time. */
  asOf: number;
}

/** The streams that were loaded or written last. A command on one of them needs no read. */
export function createStateCache(memory: CacheRegistry = cacheRegistry) {
  // A state shares what did not change with the one before.
  const measured = new WeakMap<object, number>();
  const streams = memory.cache<string, Known<unknown>>('streams', { sizeOf: ({ state }) => bytesOf(state, measured) });
  return {
    get: <S>(stream: string): Known<S> | undefined => streams.get(stream) as Known<S> | undefined, // stored by the caller under the same stream, hence with the same state
    set(stream: string, { state, version }: Loaded<unknown>): void {
      const known = streams.get(stream);
      const asOf = performance.now();
      if (known?.version === version) known.asOf = asOf;
      else if (!known || known.version < version) streams.set(stream, { state, version, asOf });
    },
  };
}

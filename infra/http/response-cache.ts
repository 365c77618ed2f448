import type { OutgoingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { type CacheRegistry, cacheRegistry, keyFor } from '../cache-registry.ts';

/** Shorter answers are sent in one piece with their headers, bytes. */
const inOnePiece = 16 * 1024;

/** Overhead of a cached answer besides its body, bytes: headers, projections and stamp. */
const replyBytes = 600;

export interface CachedReply {
  /**
   * Body. A short one is a string with one character per byte (latin1), which Node sends in one piece with the headers. A longer one stays a buffer,
   * to avoid a copy.
   */
  bytes: string | Buffer;
  headers: OutgoingHttpHeaders;
  /** Projections behind the answer, and their stamp before the read. */
  projections: readonly string[];
  stamp: string;
}

/** A new answer. Without a stamp, its projections moved meanwhile or are unknown. */
export interface NewReply extends Pick<CachedReply, 'projections'> {
  bytes: Buffer;
  headers: OutgoingHttpHeaders;
  stamp: string | undefined;
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * Cache of encoded reads, valid until a projection behind them moves; least recently used out first. An answer is cached at its second request: most
 * are requested once, and caching them would evict the others.
 */
export function createResponseCache(stampNow: (projections: readonly string[]) => string | undefined, memory: CacheRegistry = cacheRegistry) {
  const isStale = ({ projections, stamp }: CachedReply): boolean => stampNow(projections) !== stamp;
  const replies = memory.cache<string, CachedReply>('replies', { sizeOf: ({ bytes }) => replyBytes + bytes.length, isStale });
  // A hash collision only means that an answer is cached at its first request.
  const once = memory.cache<number, true>('asked once', { sizeOf: () => 0 });
  return {
    get(question: string): CachedReply | undefined {
      const key = keyFor(question);
      const reply = replies.get(key);
      if (!reply || !isStale(reply)) return reply;
      replies.delete(key);
      return undefined;
    },
    /** Caches a stamped answer whose question came before. */
    keep(question: string, { bytes, projections, stamp, headers }: NewReply): void {
      if (stamp === undefined || projections.length === 0) return;
      const hash = crc32(question);
      if (!once.get(hash)) {
        once.set(hash, true);
        return;
      }
      const key = keyFor(question);
      // A caller that bypasses the cache gets a fresh answer; the cached one is equal.
      if (replies.get(key)?.stamp === stamp) return;
      replies.set(key, {
        bytes: bytes.length < inOnePiece ? bytes.toString('latin1') : bytes,
        headers: { ...headers, 'content-length': bytes.length },
        projections,
        stamp,
      });
    },
  };
}

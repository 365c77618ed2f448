import type { OutgoingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { type CacheRegistry, cacheRegistry, keyFor } from '../cache-registry.ts';

/** Answers that take less are sent in one piece with their headers. */
const inOnePiece = 16 * 1024;

/** Size of an answer beside its body: headers, projections and stamp. */
const replyBytes = 600;

export interface CachedReply {
  /** The bytes of the answer. Of a short one a character each (latin1): Node then sends them in one piece with the headers. A longer one would be copied for that. */
  bytes: string | Buffer;
  headers: OutgoingHttpHeaders;
  /** Projections that the answer was read from, and their stamp before it was. */
  projections: readonly string[];
  stamp: string;
}

/** An answer that was just made; without a stamp its projections moved meanwhile, or are not known. */
export interface NewReply extends Pick<CachedReply, 'projections'> {
  bytes: Buffer;
  headers: OutgoingHttpHeaders;
  stamp: string | undefined;
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * Encoded answers of reads, valid as long as the projections behind them have not moved. Longest unused out first.
 * Only what is asked for a second time is kept: most questions are asked once, and keeping them would push out the others.
 */
export function createResponseCache(stampNow: (projections: readonly string[]) => string | undefined, memory: CacheRegistry = cacheRegistry) {
  const isStale = ({ projections, stamp }: CachedReply): boolean => stampNow(projections) !== stamp;
  const replies = memory.cache<string, CachedReply>('replies', { sizeOf: ({ bytes }) => replyBytes + bytes.length, isStale });
  // Two questions of one hash only mean that one of them is kept at once.
  const once = memory.cache<number, true>('asked once', { sizeOf: () => 0 });
  return {
    get(question: string): CachedReply | undefined {
      const key = keyFor(question);
      const reply = replies.get(key);
      if (!reply || !isStale(reply)) return reply;
      replies.delete(key);
      return undefined;
    },
    /** Keeps an answer if it is worth it. */
    keep(question: string, { bytes, projections, stamp, headers }: NewReply): void {
      if (stamp === undefined || projections.length === 0) return;
      const hash = crc32(question);
      if (!once.get(hash)) {
        once.set(hash, true);
        return;
      }
      const key = keyFor(question);
      // A caller that wants a fresh answer gets one; the cached one says the same.
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

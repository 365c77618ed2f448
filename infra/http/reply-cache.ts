import type { OutgoingHttpHeaders } from 'node:http';

/** Bytes that all kept answers may have together. */
const capacity = 32 * 1024 * 1024;
/** Number of requests that are remembered to have been made once. */
const onceCapacity = 10_000;

export interface CachedReply {
  /** The bytes of the answer, one character each (latin1): Node then sends them in one piece with the headers, which a Buffer is not. */
  bytes: string;
  headers: OutgoingHttpHeaders;
  /** Projections that the answer was read from, and their stamp before it was. */
  projections: readonly string[];
  stamp: string;
}

/** An answer that was just made; without a stamp its projections moved meanwhile, or are not known. */
export interface NewReply extends Pick<CachedReply, 'projections'> {
  text: string;
  headers: OutgoingHttpHeaders;
  stamp: string | undefined;
}

export type ReplyCache = ReturnType<typeof createReplyCache>;

/**
 * Encoded answers of reads, valid as long as the projections behind them have not moved. Oldest out first.
 * Only what is asked for a second time is kept: most questions are asked once, and keeping them would push out the others.
 */
export function createReplyCache(stampNow: (projections: readonly string[]) => string | undefined) {
  const replies = new Map<string, CachedReply>();
  const once = new Set<string>();
  let size = 0;
  const drop = (key: string, reply: CachedReply) => {
    replies.delete(key);
    size -= reply.bytes.length;
  };
  const set = (key: string, reply: CachedReply): void => {
    const before = replies.get(key);
    if (before) drop(key, before);
    replies.set(key, reply);
    size += reply.bytes.length;
    for (const [oldest, old] of replies) {
      if (size <= capacity) break;
      drop(oldest, old);
    }
  };
  return {
    get(key: string): CachedReply | undefined {
      const reply = replies.get(key);
      if (!reply) return undefined;
      if (stampNow(reply.projections) === reply.stamp) return reply;
      drop(key, reply);
      return undefined;
    },
    /** Keeps an answer if it is worth it. */
    keep(key: string, { text, projections, stamp, headers }: NewReply): void {
      if (stamp === undefined || projections.length === 0) return;
      if (!once.has(key)) {
        if (once.size >= onceCapacity) once.clear();
        once.add(key);
        return;
      }
      const bytes = Buffer.from(text).toString('latin1');
      set(key, { bytes, headers: { ...headers, 'content-length': bytes.length }, projections, stamp });
    },
  };
}

/** Bytes that all kept answers may have together. */
const capacity = 32 * 1024 * 1024;

export interface CachedReply {
  bytes: Buffer;
  etag: string | null;
  /** Projections that the answer was read from, and their stamp before it was. */
  projections: readonly string[];
  stamp: string;
}

/** Encoded answers of reads, valid as long as the projections behind them have not moved. Oldest out first. */
export function createReplyCache(stampNow: (projections: readonly string[]) => string | undefined) {
  const replies = new Map<string, CachedReply>();
  let size = 0;
  const drop = (key: string, reply: CachedReply) => {
    replies.delete(key);
    size -= reply.bytes.length;
  };
  return {
    get(key: string): CachedReply | undefined {
      const reply = replies.get(key);
      if (!reply) return undefined;
      if (stampNow(reply.projections) === reply.stamp) return reply;
      drop(key, reply);
      return undefined;
    },
    set(key: string, reply: CachedReply): void {
      const before = replies.get(key);
      if (before) drop(key, before);
      replies.set(key, reply);
      size += reply.bytes.length;
      for (const [oldest, old] of replies) {
        if (size <= capacity) break;
        drop(oldest, old);
      }
    },
  };
}

import type { OutgoingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { type CallerMemory, callerMemory, keyFor } from '../caller-memory.ts';

/** What an answer takes beside its bytes: headers, projections and stamp. */
const replyBytes = 600;
/** Answers that nobody asks for any more are looked for at most this often, milliseconds. */
const sweepEvery = 30_000;

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

interface ReplyCacheOptions {
  memory?: CallerMemory;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * Encoded answers of reads, valid as long as the projections behind them have not moved. Longest unused out first.
 * Only what is asked for a second time is kept: most questions are asked once, and keeping them would push out the others.
 */
export function createReplyCache(
  stampNow: (projections: readonly string[]) => string | undefined,
  { memory = callerMemory, now = Date.now }: ReplyCacheOptions = {},
) {
  const replies = memory.cache<string, CachedReply>('replies', ({ bytes }) => replyBytes + bytes.length);
  // Two questions of one hash only mean that one of them is kept at once.
  const once = memory.cache<number, true>('asked once', () => 0);
  let swept = now();
  const isCurrent = ({ projections, stamp }: CachedReply): boolean => stampNow(projections) === stamp;

  /** What a projection has moved past answers nobody any more, and most of it is never asked for again. */
  function sweep(): void {
    if (now() - swept < sweepEvery) return;
    swept = now();
    for (const [key, reply] of replies.entries()) if (!isCurrent(reply)) replies.delete(key);
  }
  return {
    get(question: string): CachedReply | undefined {
      const key = keyFor(question);
      const reply = replies.get(key);
      if (!reply || isCurrent(reply)) return reply;
      replies.delete(key);
      return undefined;
    },
    /** Keeps an answer if it is worth it. */
    keep(question: string, { text, projections, stamp, headers }: NewReply): void {
      sweep();
      if (stamp === undefined || projections.length === 0) return;
      const hash = crc32(question);
      if (!once.get(hash)) {
        once.set(hash, true);
        return;
      }
      const bytes = Buffer.from(text).toString('latin1');
      replies.set(keyFor(question), { bytes, headers: { ...headers, 'content-length': bytes.length }, projections, stamp });
    },
  };
}

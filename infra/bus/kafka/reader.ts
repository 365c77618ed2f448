import { setTimeout as pause } from 'node:timers/promises';
import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { Position } from '../../event-store/port.ts';
import type { BusRecord } from '../port.ts';
import { type KafkaReading, openCursor, type PartitionCursor } from './partition-cursor.ts';
import type { Subscriber } from './process-reader.ts';
import { eventOf, positionOf, typeOf } from './record.ts';

/** Records that a consumer gets in one call, at most. */
const chunkSize = 1_000;
/** Messages that wait for a consumer, at most. One that takes longer reads by itself again. */
const longestQueue = 2_000;
/** The group learns this often that a member is alive whose handler takes long. */
export const heartbeatMs = 1_000;

/** Hands one partition to a consumer, from when the group assigned it until the group shares out anew. */
export interface KafkaReader {
  take(payload: EachBatchPayload): Promise<void>;
  /** Offset after the last record that was handled, for lag as Kafka's tools tell it; null when there is no news. */
  uncommitted(): string | null;
}

export function openReader(partition: number, reading: KafkaReading): KafkaReader {
  const { options, ended } = reading;
  const cursor = openCursor(partition, reading);
  const name = String(partition);
  let handled: string | null = null;

  const hand: Hand = async (messages) => {
    const after = cursor.seen();
    const last = messages.at(-1);
    if (after === null || last === undefined || ended.aborted) return false;
    const { records, to, failure } = readRecords(name, messages, after, options.types);
    try {
      if (to > after) await options.handle({ partition: name, records, to, watermark: to });
      if (failure) throw failure.error;
      handled = String(BigInt(last.offset) + 1n);
      cursor.advance(to, handled);
      return true;
    } catch (error) {
      cursor.retreat(error);
      return false;
    }
  };
  /** Batches of its own under way; while there are any, it does not begin to follow. */
  let taking = 0;
  const subscriber = createSubscriber(partition, reading, { cursor, hand, isReading: () => taking > 0 });
  const take = async ({ batch, isStale, resolveOffset }: EachBatchPayload, rebalancing: () => boolean): Promise<void> => {
    await cursor.tried;
    // Fetched just before it began to follow.
    if (subscriber.isFollowing()) return;
    for (let at = 0; at < batch.messages.length; at += chunkSize) {
      // A batch that was on its way when another place was sought is not the one that was asked for.
      if (isStale() || rebalancing()) return;
      const chunk = batch.messages.slice(at, at + chunkSize);
      if (!(await hand(chunk))) return;
      resolveOffset(chunk.at(-1)?.offset ?? '');
    }
  };
  void cursor.tried.then(subscriber.follow);
  return {
    take: async (payload) => {
      taking++;
      try {
        await keepingAlive(payload.heartbeat, (rebalancing) => take(payload, rebalancing));
      } finally {
        taking--;
      }
      subscriber.follow();
    },
    uncommitted: () => {
      const offset = handled;
      handled = null;
      return offset;
    },
  };
}

/** Hands messages to the consumer; false when it did not take them, and the cursor sees to what comes next. */
type Hand = (messages: readonly KafkaMessage[]) => Promise<boolean>;

interface Reading {
  cursor: PartitionCursor;
  hand: Hand;
  /** Whether it is at work on something that it read by itself. */
  isReading: () => boolean;
}

interface Following {
  /** Follows the reader of the process if that has all that comes next. */
  follow(): void;
  isFollowing(): boolean;
}

/** Takes what the process reads for all its consumers, as long as it keeps up with that. */
function createSubscriber(partition: number, { processReader, options, ended, busy }: KafkaReading, { cursor, hand, isReading }: Reading): Following {
  /** Messages read and not delivered yet; null while the consumer reads by itself. */
  let queue: KafkaMessage[] | null = null;
  let handing = false;
  const leave = (): void => {
    processReader.leave(partition, subscriber);
    queue = null;
  };
  const handAll = async (): Promise<void> => {
    while (queue !== null && queue.length > 0) {
      if (!(await hand(queue.splice(0, chunkSize)))) leave();
      else if (options.restMs !== undefined && !ended.aborted) await pause(options.restMs, undefined, { ref: false });
    }
    handing = false;
    // It was left behind meanwhile. After a refusal the cursor begins anew by itself.
    if (queue === null && cursor.seen() !== null) cursor.goOn();
  };
  const take = (messages: readonly KafkaMessage[]): void => {
    if (queue === null) return;
    queue.push(...messages);
    if (queue.length > longestQueue) leave();
    else if (!handing && queue.length > 0) {
      handing = true;
      busy(handAll());
    }
  };
  const follow = (): void => {
    const seen = cursor.seen();
    if (queue !== null || handing || seen === null || isReading() || ended.aborted) return;
    const missed = processReader.follow(partition, seen, subscriber);
    if (missed === null) return;
    queue = [];
    cursor.rest();
    take(missed);
  };
  const subscriber: Subscriber = {
    take,
    lost: () => {
      leave();
      if (handing) return;
      cursor.goOn();
      follow();
    },
    ready: follow,
  };
  ended.addEventListener('abort', leave, { once: true });
  return { follow, isFollowing: () => queue !== null };
}

interface ReadRecords {
  records: BusRecord[];
  /** Position up to which the partition is complete with these records. */
  to: Position;
  /** Why what comes next could not be read. */
  failure: { error: unknown } | null;
}

/**
 * A new relay resends events that it cannot know to be on the topic, in order and without gaps, even while another still sends. A record at or below
 * an earlier one is therefore a duplicate.
 */
function readRecords(partition: string, messages: readonly KafkaMessage[], after: Position, types: ReadonlySet<string> | undefined): ReadRecords {
  const records: BusRecord[] = [];
  let to = after;
  for (const message of messages) {
    const offset = positionOf(message);
    if (offset <= to) continue;
    try {
      const wanted = types === undefined || types.has(typeOf(message) ?? '');
      const event = wanted ? eventOf(message, offset) : null;
      if (event) records.push({ partition, offset, event });
    } catch (error) {
      return { records, to, failure: { error } };
    }
    to = offset;
  }
  return { records, to, failure: null };
}

/** Tells the group that we are alive while `work` runs. When the group wants to share out anew, the client is told after the work. */
async function keepingAlive(heartbeat: () => Promise<void>, work: (rebalancing: () => boolean) => Promise<void>): Promise<void> {
  let refusal: { error: unknown } | null = null;
  const timer = setInterval(() => {
    heartbeat().catch((error: unknown) => {
      refusal = { error };
    });
  }, heartbeatMs);
  try {
    await work(() => refusal !== null);
  } finally {
    clearInterval(timer);
  }
  // Assigned in a callback, which the compiler does not follow.
  const refused = refusal as { error: unknown } | null;
  if (refused) throw refused.error;
}

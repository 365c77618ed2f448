import { setTimeout as pause } from 'node:timers/promises';
import type { Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { Position } from '../../event-store/port.ts';
import { createBackoff } from '../../waiting.ts';
import type { BusRecord, SubscribeOptions } from '../port.ts';
import { asKafkaError } from './client.ts';
import type { ProcessReader, Subscriber } from './process-reader.ts';
import { eventOf, positionOf, typeOf } from './record.ts';
import type { KafkaTopic } from './topic.ts';

/** Most records per call of a handler. */
const chunkSize = 1_000;
/** Most messages queued for a consumer. A slower consumer reads by itself again. */
const longestQueue = 2_000;
/** Interval of a member's heartbeats while its handler works, milliseconds. */
export const heartbeatMs = 1_000;

/** Delivers one partition to a consumer, from its assignment to the next rebalance. */
export interface KafkaReader {
  take(payload: EachBatchPayload): Promise<void>;
  /** Offset after the last handled record, from which Kafka's tools compute the lag; null without progress since the last call. */
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
  /** Number of fetched batches in progress. While it is above 0, the consumer does not begin to follow the shared reader. */
  let taking = 0;
  const subscriber = createSubscriber(partition, reading, { cursor, hand, isReading: () => taking > 0 });
  const take = async ({ batch, isStale, resolveOffset }: EachBatchPayload, rebalancing: () => boolean): Promise<void> => {
    await cursor.tried;
    // A batch that was fetched just before the consumer began to follow is dropped, because the shared reader delivers it as well.
    if (subscriber.isFollowing()) return;
    for (let at = 0; at < batch.messages.length; at += chunkSize) {
      // A batch that was in flight during a seek is stale.
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

/**
 * Delivers messages to the consumer. Returns false when they were not handled, for example after a refusal. The cursor then decides from which offset
 * to read.
 */
type Hand = (messages: readonly KafkaMessage[]) => Promise<boolean>;

interface Reading {
  cursor: PartitionCursor;
  hand: Hand;
  /** True while the consumer handles a batch that it read by itself. */
  isReading: () => boolean;
}

interface Following {
  /** Follows the shared reader if its buffer covers the next messages. */
  follow(): void;
  isFollowing(): boolean;
}

/** Creates the subscription of a consumer to the shared reader. It ends when the consumer's queue grows too long or the consumer refuses messages. */
function createSubscriber(partition: number, { processReader, options, ended, busy }: KafkaReading, { cursor, hand, isReading }: Reading): Following {
  /** Messages read but not yet delivered; null while the consumer reads by itself. */
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
    // The consumer fell behind during the work, so it fetches by itself. After a refusal the cursor restarts without help.
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
  /** Error of the first unreadable record after `records`; null without one. */
  failure: { error: unknown } | null;
}

/**
 * Parses records and drops duplicates. A new relay resends events that may be on the topic already, perhaps while the old relay still sends. Each
 * relay sends in order and without gaps, so a record at or below an earlier position is a duplicate.
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

/** Sends heartbeats to the group while `work` runs. A refused heartbeat means a rebalance, which is thrown after the work. */
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
  // The variable is assigned in a callback, which the compiler does not track.
  const refused = refusal as { error: unknown } | null;
  if (refused) throw refused.error;
}

interface KafkaReading {
  options: SubscribeOptions;
  topic: KafkaTopic;
  consumer: Pick<Consumer, 'seek' | 'pause' | 'resume'>;
  processReader: ProcessReader;
  /** Aborted when the partition is revoked. */
  ended: AbortSignal;
  /** Registers work that must end before another member may get the partition. */
  busy: (work: Promise<void>) => void;
}

/** Read position of a consumer in a partition. */
interface PartitionCursor {
  /** Resolves when the first attempt to find the start position is over. */
  tried: Promise<void>;
  /** Position up to which every record was delivered or precedes the checkpoint; null while the start is unknown. */
  seen(): Position | null;
  /** Moves the read position to `to`. `next` is the Kafka offset of the following record. */
  advance(to: Position, next: string): void;
  /** Reports the error and, after a pause, restarts from the current checkpoint. Other partitions continue meanwhile. */
  retreat(error: unknown): void;
  /** Pauses fetching, because the shared reader supplies the records. */
  rest(): void;
  /** Resumes fetching after the current position. */
  goOn(): void;
}

/** Opens a cursor: seeks to the consumer's checkpoint, and retries until that succeeds. */
function openCursor(partition: number, { options, topic, consumer, ended }: KafkaReading): PartitionCursor {
  const pausing = [{ topic: topic.name, partitions: [partition] }];
  const backoff = createBackoff(ended);
  let seen: Position | null = null;
  let next: string | null = null;

  const begin = async (): Promise<void> => {
    try {
      // No position is below 0, whatever start the consumer names.
      const from = Math.max(0, await options.from(String(partition)));
      const offset = await topic.offsetAfter(partition, from);
      if (ended.aborted) return;
      consumer.seek({ topic: topic.name, partition, offset });
      consumer.resume(pausing);
      next = offset;
      seen = from;
    } catch (error) {
      void retreat(error);
    }
  };
  const retreat = async (error: unknown): Promise<void> => {
    seen = null;
    options.onError(asKafkaError(error));
    if (ended.aborted) return;
    if (!rest()) return;
    await backoff.wait();
    if (!ended.aborted) await begin();
  };
  /** Pauses fetching. Returns false when the client has crashed; after the rejoin, a new cursor replaces this one. */
  const rest = (): boolean => {
    try {
      consumer.pause(pausing);
      return true;
    } catch {
      return false;
    }
  };
  // The client keeps a partition paused across a reassignment.
  consumer.resume(pausing);
  return {
    tried: begin(),
    seen: () => seen,
    advance: (to, after) => {
      seen = to;
      next = after;
      backoff.reset();
    },
    retreat: (error) => void retreat(error),
    rest,
    goOn: () => {
      if (next === null || ended.aborted) return;
      try {
        consumer.seek({ topic: topic.name, partition, offset: next });
        consumer.resume(pausing);
      } catch {
        // The client has crashed; after the rejoin, a new cursor replaces this one.
      }
    },
  };
}

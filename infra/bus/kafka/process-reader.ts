import { randomUUID } from 'node:crypto';
import type { KafkaMessage } from 'kafkajs';
import type { Position } from '../../event-store/port.ts';
import type { Subscription } from '../port.ts';
import { loadKafkajs, type OpenKafka } from './client.ts';
import { consumerSessionMs, keepMembership, type Membership } from './membership.ts';
import { positionOf } from './record.ts';
import type { KafkaTopic } from './topic.ts';

/** Messages buffered per partition, for consumers that are slightly behind or ahead when they begin to follow. */
const keptMessages = 500;

/** A consumer at the end of a partition, waiting for new records. */
export interface Subscriber {
  /** Takes the next messages in order; some may precede the consumer's position. */
  take(messages: readonly KafkaMessage[]): void;
  /** Called when the shared reader stops or starts anew; the consumer then fetches by itself. */
  lost(): void;
  /** Called when the buffer is filled; a consumer whose `follow` returned null may then call it again. */
  ready(): void;
}

/**
 * Shared reader for all consumers of a process at the end of the log, because a reader per consumer would cost the broker more. Checkpoints stay with
 * the consumers. A consumer that is behind, refuses a batch or is too slow fetches by itself. It follows the shared reader again at the end of the
 * log.
 */
export interface ProcessReader {
  /**
   * Subscribes to new messages, and returns the messages after `at` that the consumer missed. Returns null when the buffer does not reach back to
   * `at`; the consumer then fetches by itself.
   */
  follow(partition: number, at: Position, subscriber: Subscriber): KafkaMessage[] | null;
  leave(partition: number, subscriber: Subscriber): void;
  stop(): Promise<void>;
}

interface Partition {
  subscribers: Set<Subscriber>;
  /** Consumers whose `follow` returned null before the first read. */
  waiting: Set<Subscriber>;
  /** Buffer of the newest messages. */
  messages: KafkaMessage[];
  /** Position above which the buffer has every message up to `to`; null before the first message. */
  from: Position | null;
  to: Position;
}

export interface ProcessReaderOptions {
  topic: KafkaTopic;
  open: OpenKafka;
  /** True when enough consumers share the reader to justify its separate fetches. */
  isWorthwhile: () => boolean;
  onError: (error: unknown) => void;
}

/** Creates the shared reader. It begins at the first `follow` for which `isWorthwhile` returns true. */
export function createProcessReader({ topic, open, isWorthwhile, onError }: ProcessReaderOptions): ProcessReader {
  const partitions = new Map<number, Partition>();
  let reading: Subscription | null = null;

  const partitionOf = (number: number): Partition => {
    const partition = partitions.get(number) ?? { subscribers: new Set(), waiting: new Set(), messages: [], from: null, to: 0 };
    partitions.set(number, partition);
    return partition;
  };
  /** Drops all subscribers, because messages may have been missed. */
  const beginAnew = (): void => {
    const subscribers = [...partitions.values()].flatMap((partition) => [...partition.subscribers]);
    partitions.clear();
    for (const subscriber of subscribers) subscriber.lost();
  };
  const prepare = async (): Promise<Membership> => {
    const { PartitionAssigners } = await loadKafkajs();
    const lastOffsets = await topic.lastOffsets();
    return {
      // Lost connections are ignored here, because each consumer's own client reports them.
      kafka: await open(() => {}),
      group: `${topic.name}.reader.${randomUUID()}`,
      topic: topic.name,
      fromBeginning: false,
      sessionMs: consumerSessionMs,
      assigner: PartitionAssigners.roundRobin,
      concurrency: await topic.partitions(),
      onAssigned: (_, consumer) => {
        beginAnew();
        // Starts at the last message, whose position marks the end of the log even while no event is appended.
        for (const [partition, last] of lastOffsets) consumer.seek({ topic: topic.name, partition, offset: last });
      },
      onBatch: async ({ batch, resolveOffset }) => {
        handOn(partitionOf(batch.partition), batch.messages);
        const last = batch.messages.at(-1);
        if (last) resolveOffset(last.offset);
      },
      beforeLeaving: async () => {},
      ended: async () => beginAnew(),
    };
  };
  return {
    follow: (number, at, subscriber) => {
      if (!reading && isWorthwhile()) reading = keepMembership(prepare, onError);
      const partition = partitionOf(number);
      if (partition.from === null) partition.waiting.add(subscriber);
      if (partition.from === null || at < partition.from) return null;
      partition.subscribers.add(subscriber);
      return partition.messages.filter((message) => positionOf(message) > at);
    },
    leave: (number, subscriber) => {
      partitions.get(number)?.subscribers.delete(subscriber);
      partitions.get(number)?.waiting.delete(subscriber);
    },
    stop: async () => reading?.stop(),
  };
}

function handOn(partition: Partition, messages: readonly KafkaMessage[]): void {
  const isFirst = partition.from === null;
  const fresh: KafkaMessage[] = [];
  for (const message of messages) {
    const position = positionOf(message);
    // Skips a duplicate that two relays sent during a takeover.
    if (position <= partition.to) continue;
    partition.from ??= position;
    partition.to = position;
    fresh.push(message);
  }
  partition.messages.push(...fresh);
  const tooMany = partition.messages.length - keptMessages;
  if (tooMany > 0) partition.from = partition.messages.splice(0, tooMany).map(positionOf).at(-1) ?? partition.from;
  if (fresh.length > 0) for (const subscriber of [...partition.subscribers]) subscriber.take(fresh);
  if (!isFirst || partition.from === null) return;
  const waiting = [...partition.waiting];
  partition.waiting.clear();
  for (const subscriber of waiting) subscriber.ready();
}

import { randomUUID } from 'node:crypto';
import type { KafkaMessage } from 'kafkajs';
import type { Position } from '../../event-store/port.ts';
import type { Subscription } from '../port.ts';
import type { OpenKafka } from './client.ts';
import { loadKafkajs } from './kafkajs.ts';
import { consumerSessionMs, keepMember, type Membership } from './membership.ts';
import { positionOf } from './record.ts';
import type { KafkaTopic } from './topic.ts';

/** Messages of a partition that are kept for consumers about to follow, which are a few behind or ahead. */
const keptMessages = 500;

/** A consumer that has read a partition to its end and waits for more. */
export interface Subscriber {
  /** Messages that come next, in order; some may be from before where it is. */
  take(messages: readonly KafkaMessage[]): void;
  /** Nothing more comes: it goes on by itself. */
  lost(): void;
  /** It was turned away before, and may ask again. */
  ready(): void;
}

/**
 * Reads the log once for all consumers of a process at its end, so many cost the broker as much as one. It knows no checkpoints. A consumer that is
 * behind, refuses a batch or cannot keep up reads by itself until it is at the end again.
 */
export interface ProcessReader {
  /** From now on `subscriber` gets what comes. Answers what it missed after `at`; null while that is not known, and it reads on by itself. */
  follow(partition: number, at: Position, subscriber: Subscriber): KafkaMessage[] | null;
  leave(partition: number, subscriber: Subscriber): void;
  stop(): Promise<void>;
}

interface Partition {
  subscribers: Set<Subscriber>;
  /** Subscribers turned away because nothing had been read yet. */
  waiting: Set<Subscriber>;
  /** The last messages that were read. */
  messages: KafkaMessage[];
  /** Every message above this position was read; null before the first one. */
  from: Position | null;
  to: Position;
}

export interface ProcessReaderOptions {
  topic: KafkaTopic;
  open: OpenKafka;
  /** Whether there are consumers enough for it to be worth its own reading. */
  isWorthwhile: () => boolean;
  onError: (error: unknown) => void;
}

/** Begins to read when it is first asked. */
export function createProcessReader({ topic, open, isWorthwhile, onError }: ProcessReaderOptions): ProcessReader {
  const partitions = new Map<number, Partition>();
  let reading: Subscription | null = null;

  const partitionOf = (number: number): Partition => {
    const partition = partitions.get(number) ?? { subscribers: new Set(), waiting: new Set(), messages: [], from: null, to: 0 };
    partitions.set(number, partition);
    return partition;
  };
  /** Something may have been missed. */
  const beginAnew = (): void => {
    const subscribers = [...partitions.values()].flatMap((partition) => [...partition.subscribers]);
    partitions.clear();
    for (const subscriber of subscribers) subscriber.lost();
  };
  const prepare = async (): Promise<Membership> => {
    const { PartitionAssigners } = await loadKafkajs();
    const lastOffsets = await topic.lastOffsets();
    return {
      // Consumers are told by their own connections.
      kafka: await open(() => {}),
      group: `${topic.name}.reader.${randomUUID()}`,
      topic: topic.name,
      fromBeginning: false,
      sessionMs: consumerSessionMs,
      assigner: PartitionAssigners.roundRobin,
      concurrency: await topic.partitions(),
      onAssigned: (_, consumer) => {
        beginAnew();
        // The last message tells where the log ends, also when nothing comes for long.
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
      if (!reading && isWorthwhile()) reading = keepMember(prepare, onError);
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
    // Sent twice by relays that took over from each other.
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

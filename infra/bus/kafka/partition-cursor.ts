import type { Consumer } from 'kafkajs';
import type { Position } from '../../event-store/port.ts';
import { createBackoff } from '../../waiting.ts';
import type { Subscribe } from '../port.ts';
import { asKafkaError } from './client.ts';
import type { ProcessReader } from './process-reader.ts';
import type { KafkaTopic } from './topic.ts';

export interface KafkaReading {
  options: Subscribe;
  topic: KafkaTopic;
  consumer: Pick<Consumer, 'seek' | 'pause' | 'resume'>;
  processReader: ProcessReader;
  /** Aborted when the partition is no longer ours. */
  ended: AbortSignal;
  /** Work that must end before others may get the partition. */
  busy: (work: Promise<void>) => void;
}

/** Where a consumer is in a partition. */
export interface PartitionCursor {
  /** Resolves when the first try to find the beginning is over. */
  tried: Promise<void>;
  /** Everything up to here was handed over or is behind the checkpoint; null while it is not known where to begin. */
  seen(): Position | null;
  /** `next` is the offset in Kafka that comes after. */
  advance(to: Position, next: string): void;
  /** Tells of the error, and after a pause begins again at the checkpoint as it is then. The other partitions go on meanwhile. */
  retreat(error: unknown): void;
  /** Fetches nothing more, because somebody else reads for it. */
  rest(): void;
  /** Fetches again what comes after. */
  goOn(): void;
}

/** Asks the consumer for its checkpoint and goes there, until it succeeds. */
export function openCursor(partition: number, { options, topic, consumer, ended }: KafkaReading): PartitionCursor {
  const pausing = [{ topic: topic.name, partitions: [partition] }];
  const backoff = createBackoff(ended);
  let seen: Position | null = null;
  let next: string | null = null;

  const begin = async (): Promise<void> => {
    try {
      // Nothing is below position 0, whatever the consumer calls its beginning.
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
  /** False when the client has given up; whoever follows it begins with a cursor of its own. */
  const rest = (): boolean => {
    try {
      consumer.pause(pausing);
      return true;
    } catch {
      return false;
    }
  };
  // The client keeps a partition paused over a new assignment.
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
        // As above.
      }
    },
  };
}

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
  /** Aborted when the partition is revoked. */
  ended: AbortSignal;
  /** Registers work that must end before another member may get the partition. */
  busy: (work: Promise<void>) => void;
}

/** Read position of a consumer in a partition. */
export interface PartitionCursor {
  /** Resolves when the first attempt to find the start position is over. */
  tried: Promise<void>;
  /** Position up to which every record was delivered or precedes the checkpoint; null while the start is unknown. */
  seen(): Position | null;
  /** `next` is the following Kafka offset. */
  advance(to: Position, next: string): void;
  /** Reports the error and, after a pause, restarts from the current checkpoint. Other partitions continue meanwhile. */
  retreat(error: unknown): void;
  /** Pauses fetching, because the shared reader supplies the records. */
  rest(): void;
  /** Resumes fetching after the current position. */
  goOn(): void;
}

/** Opens a cursor: seeks to the consumer's checkpoint, and retries until that succeeds. */
export function openCursor(partition: number, { options, topic, consumer, ended }: KafkaReading): PartitionCursor {
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
  /** Returns false when the client has given up; its successor opens a new cursor. */
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
        // The client has given up; its successor opens a new cursor.
      }
    },
  };
}

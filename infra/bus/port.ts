import type { Position, RecordedEvent } from '../event-store/port.ts';

/** One event as delivered. `offset` orders the records of a partition: on every engine it is the event's position in the log. */
export interface BusRecord {
  partition: string;
  offset: number;
  event: RecordedEvent;
}

/** A batch of a consumer: records of one partition in order, none when only the watermark moved. */
export interface BusBatch {
  partition: string;
  records: BusRecord[];
  /** Offset up to which the partition has been read when this batch is done. */
  to: number;
  /** Every event up to this position in the log is in this or an earlier batch, as far as this partition is concerned. */
  watermark: Position;
}

export interface Subscription {
  /** Resolves when the handler has returned and the lease is given back. */
  stop(): Promise<void>;
}

export interface Subscribe {
  /** Name of the consumer. Of all processes subscribed under one name, one at a time gets a given partition. */
  group: string;
  /** Offset after which to begin in a partition: the consumer's own checkpoint, asked each time the partition is taken over. */
  from: (partition: string) => Promise<number>;
  /** Types of events that it handles; without them all. Others may be left out, which spares reading them. */
  types?: ReadonlySet<string>;
  /** Pause after a batch, milliseconds, for a consumer that nobody waits for: more events then share the cost of the next one. Engines may do without. */
  restMs?: number;
  /**
   * Longest wait of an event for others to share a batch with, milliseconds. It serves a consumer that is told (`hurry`) when somebody waits for it.
   * Engines may use `restMs` instead.
   */
  lingerMs?: number;
  /**
   * One process of the group gets all partitions, for a consumer that must see them together. `kept` chooses the process that has waited longest;
   * `spread` chooses by group, so that groups are shared among processes.
   */
  whole?: 'kept' | 'spread';
  /** Called for one batch at a time per partition. A rejection means: deliver it again, after a pause. */
  handle: (batch: BusBatch) => Promise<void>;
  /** Told of every rejection and every lost connection. */
  onError: (error: unknown) => void;
}

export interface Relay {
  onError: (error: unknown) => void;
  /** Told of events that have come to the consumers' side, and when their sending began, milliseconds since 1970. */
  onRelayed?: (events: readonly RecordedEvent[], begun: number) => void;
}

/** Carries events to consumers: at least once, in order per stream. Adapters: one file each beside this one; all run `contract.ts`. */
export interface Bus {
  subscribe(options: Subscribe): Subscription;
  /** Offset at which a consumer of each partition has everything that the log has now. */
  heads(): Promise<Record<string, number>>;
  /** Partition that the events of a stream go to. */
  partitionOf(stream: string): Promise<string>;
  /**
   * Brings what is appended to the consumers until it is stopped; of all processes that do, one is at work at a time.
   * Where consumers read the log itself there is nothing to do.
   */
  relay(options: Relay): Subscription;
  close(): Promise<void>;
}

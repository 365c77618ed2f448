import type { Position, RecordedEvent } from '../event-store/port.ts';

/** A delivered event. `offset` orders the records of a partition; on every engine it is the event's log position. */
export interface BusRecord {
  partition: string;
  offset: number;
  event: RecordedEvent;
}

/** A batch of a consumer: records of one partition in order. It is empty when only the watermark moved. */
export interface BusBatch {
  partition: string;
  records: BusRecord[];
  /** Offset up to which the partition is read after this batch. */
  to: number;
  /** Watermark: this partition's events up to this log position are in this or an earlier batch. */
  watermark: Position;
}

export interface Subscription {
  /** Resolves when the handler has returned and the lease is released. */
  stop(): Promise<void>;
}

export interface SubscribeOptions {
  /** Name of the consumer. At most one of the processes subscribed under this name holds a given partition at a time. */
  group: string;
  /** Offset after which a partition begins: the consumer's own checkpoint, read at each takeover of the partition. */
  from: (partition: string) => Promise<number>;
  /** Event types that the consumer handles; all by default. The bus may skip others, which saves reading them. */
  types?: ReadonlySet<string>;
  /**
   * Pause after a batch, milliseconds, so that later batches are larger and cheaper. It is for consumers on which no request waits. Engines may
   * ignore it.
   */
  restMs?: number;
  /** Longest delay of an event to share a batch, milliseconds. A waiting request ends it (`hurry`). Engines may use `restMs` instead. */
  lingerMs?: number;
  /**
   * Assigns all partitions to one process of the group, for a consumer that must see them together. `kept` chooses the process that subscribed first.
   * `spread` chooses by group name, which spreads groups over processes.
   */
  whole?: 'kept' | 'spread';
  /** Handles a batch; one at a time per partition. A rejected batch is delivered again after a pause. */
  handle: (batch: BusBatch) => Promise<void>;
  /** Called for every rejected batch and every lost connection. */
  onError: (error: unknown) => void;
}

export interface RelayCallbacks {
  onError: (error: unknown) => void;
  /** Called with events that were made available to consumers. `begun` is the start of their sending, milliseconds since 1970. */
  onRelayed?: (events: readonly RecordedEvent[], begun: number) => void;
}

/** Delivers events to consumers: at least once, in order per stream. Each adapter is a file in this folder; all run `contract.ts`. */
export interface Bus {
  subscribe(options: SubscribeOptions): Subscription;
  /** Head of each partition: the offset of a consumer that has read the whole current log. */
  heads(): Promise<Record<string, number>>;
  /** Partition of a stream. */
  partitionOf(stream: string): Promise<string>;
  /**
   * Relays appended events to consumers until stopped; one process at a time is active. It does nothing on engines whose consumers read the log
   * itself.
   */
  relay(options: RelayCallbacks): Subscription;
  close(): Promise<void>;
}

import type { Position, RecordedEvent } from '../event-store/port.ts';

/** One event as delivered. `offset` orders the records of a partition: on every engine it is the event's position in the log. */
export interface BusRecord {
  partition: string;
  offset: number;
  event: RecordedEvent;
}

/** What a consumer gets in one call: records of one partition in order, none when only the watermark moved. */
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
   * How long an event may wait for others to share the cost of a batch with, milliseconds, for a consumer that is told (`hurry`) when somebody waits
   * for it. Engines may do without, and rest for `restMs` instead.
   */
  lingerMs?: number;
  /**
   * All partitions go to one process of the group, for a consumer that must see them together: to the one that has waited longest (`kept`),
   * or to another for each group, so that the groups are shared out among processes (`spread`).
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

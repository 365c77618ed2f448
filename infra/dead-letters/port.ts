import type { BusRecord } from '../bus/port.ts';

/** Most events per call of `takeForReplay`; the consumer continues with the log between two calls. */
export const replayBatchSize = 200;

/** An event that a consumer has parked. */
export interface DeadLetter {
  id: string;
  consumer: string;
  record: BusRecord;
  /** Error of the consumer; null for an event that is parked only because an earlier event of its stream failed. */
  error: string | null;
  /** ISO 8601 UTC. */
  parkedAt: string;
}

export interface BlockedStream {
  stream: string;
  /** True when a retry is due: an operator requested it, or the failed event is gone. */
  due: boolean;
}

/** An event to park. `error` is absent when only an earlier event of its stream failed. */
export interface NewDeadLetter {
  record: BusRecord;
  error?: unknown;
}

/**
 * Dead letters: events that consumers could not handle, by stream and in order. The consumer adds and removes them; operators list them and request
 * retries. Each adapter is a file in this folder; all run `contract.ts`.
 */
export interface DeadLetters {
  /** Parks events. Idempotent: an event that this consumer has parked already stays unchanged. */
  add(consumer: string, events: readonly NewDeadLetter[]): Promise<void>;
  blockedStreams(consumer: string): Promise<BlockedStream[]>;
  /** The first `limit` events of all consumers, or of `consumer`, by consumer, stream and offset, without discarded events. */
  list(of: { consumer?: string; limit: number }): Promise<DeadLetter[]>;
  /** A dead letter by id; null when it is unknown or discarded. */
  find(id: string): Promise<DeadLetter | null>;
  /** Requests a retry of a stream's events. */
  replay(consumer: string, stream: string): Promise<void>;
  /** Discards an event and requests a retry of its stream's other events. Returns false for an unknown event. */
  discard(id: string): Promise<boolean>;
  /**
   * Returns the first `replayBatchSize` events of a stream, in order, up to the offset that `to` has for their partition. Discarded events are
   * deleted and not returned.
   */
  takeForReplay(consumer: string, stream: string, to: Readonly<Record<string, number>>): Promise<DeadLetter[]>;
  /** Removes events that the consumer has handled. */
  remove(ids: readonly string[]): Promise<void>;
  /** Records another failure: the event stores the new error, and its stream is not due until the next request. */
  failed(id: string, error: unknown): Promise<void>;
  /** Removes all dead letters of an abandoned consumer. */
  forget(consumer: string): Promise<void>;
  /** Calls `told` after each request, and whenever a request may have been missed. Returns the unsubscribe function. */
  onRequest(told: () => void): () => void;
  close(): Promise<void>;
}

/** Longest stored error text, characters. */
const longestError = 2_000;

/** Name and message of an error in a form that every engine can store: no NUL, no lone surrogate. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replaceAll('\0', '').slice(0, longestError).toWellFormed();
}

import type { BusRecord } from '../bus/port.ts';

/** Events of one take; between two of them the consumer goes on with the log. */
export const takeAtMost = 200;

/** An event that a consumer has set aside. */
export interface ParkedEvent {
  id: string;
  consumer: string;
  record: BusRecord;
  /** Why the consumer could not handle it; null when it only waits for an earlier event of its stream. */
  error: string | null;
  /** ISO 8601 UTC. */
  parkedAt: string;
}

export interface ParkedStream {
  stream: string;
  /** It is time to try again: somebody asked for it, or the event that was in the way is gone. */
  due: boolean;
}

/** One event to set aside; without an error it waits for an earlier one. */
export interface ToPark {
  record: BusRecord;
  error?: unknown;
}

/**
 * Events that consumers could not handle, stream by stream in order. The consumer itself adds and removes; others list and ask.
 * Adapters: one file each beside this one; all run `contract.ts`.
 */
export interface ParkedEvents {
  /** Sets events aside; one that already is stays as it is. */
  park(consumer: string, events: readonly ToPark[]): Promise<void>;
  parkedStreams(consumer: string): Promise<ParkedStream[]>;
  /** The first `limit` events of all consumers or of one, by stream and order, without those that were discarded. */
  list(of: { consumer?: string; limit: number }): Promise<ParkedEvent[]>;
  /** One that was not discarded; null when there is none of this id. */
  find(id: string): Promise<ParkedEvent | null>;
  /** Asks the consumer to try the events of a stream again. */
  replay(consumer: string, stream: string): Promise<void>;
  /** Gives up on one event and asks the consumer to try the others of its stream. False when there is no such event. */
  discard(id: string): Promise<boolean>;
  /** The first `takeAtMost` events of a stream, in order, with offsets up to `to` of their partition. A discarded one is removed instead. */
  takeForReplay(consumer: string, stream: string, to: Readonly<Record<string, number>>): Promise<ParkedEvent[]>;
  /** The consumer has handled these. */
  remove(ids: readonly string[]): Promise<void>;
  /** The consumer failed again: the event keeps the new error and its stream waits until somebody asks again. */
  failed(id: string, error: unknown): Promise<void>;
  /** Removes everything of a consumer that is gone. */
  forget(consumer: string): Promise<void>;
  /** Calls `told` after somebody asked for something, and whenever that may have been missed. Returns the unsubscribe. */
  onRequest(told: () => void): () => void;
  close(): Promise<void>;
}

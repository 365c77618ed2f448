import type { BusRecord } from '../bus/port.ts';

/** Events of one take; between two of them the consumer goes on with the log. */
export const takeAtMost = 200;

/** An event that a consumer has set aside. */
export interface DeadLetter {
  id: string;
  consumer: string;
  record: BusRecord;
  /** Why the consumer could not handle it; null when it only waits for an earlier event of its stream. */
  error: string | null;
  /** ISO 8601 UTC. */
  parkedAt: string;
}

export interface BlockedStream {
  stream: string;
  /** It is time to try again: somebody asked for it, or the event that was in the way is gone. */
  due: boolean;
}

/** One event to set aside; without an error it waits for an earlier one. */
export interface NewDeadLetter {
  record: BusRecord;
  error?: unknown;
}

/**
 * Events that consumers could not handle, stream by stream in order. The consumer itself adds and removes; others list and ask.
 * Adapters: one file each beside this one; all run `contract.ts`.
 */
export interface DeadLetters {
  /** Sets events aside; one that already is stays as it is. */
  add(consumer: string, events: readonly NewDeadLetter[]): Promise<void>;
  blockedStreams(consumer: string): Promise<BlockedStream[]>;
  /** The first `limit` events of all consumers or of one, by stream and order, without those that were discarded. */
  list(of: { consumer?: string; limit: number }): Promise<DeadLetter[]>;
  /** One that was not discarded; null when there is none of this id. */
  find(id: string): Promise<DeadLetter | null>;
  /** Asks the consumer to try the events of a stream again. */
  replay(consumer: string, stream: string): Promise<void>;
  /** Gives up on one event and asks the consumer to try the others of its stream. False when there is no such event. */
  discard(id: string): Promise<boolean>;
  /** The first `takeAtMost` events of a stream, in order, with offsets up to `to` of their partition. A discarded one is removed instead. */
  takeForReplay(consumer: string, stream: string, to: Readonly<Record<string, number>>): Promise<DeadLetter[]>;
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

/** Longest kept text of an error, characters. */
const longestError = 2_000;

/** Name and message of an error in a form that every engine can store: no NUL, no half of a character. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replaceAll('\0', '').slice(0, longestError).toWellFormed();
}

import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { Position } from '../../event-store/port.ts';
import type { BusRecord } from '../port.ts';
import { findPlace, type KafkaReading } from './place.ts';
import { eventOf, positionOf, typeOf } from './record.ts';

/** Records that a consumer gets in one call, at most. */
const chunkSize = 1_000;
/** The group learns this often that a member is alive whose handler takes long. */
export const heartbeatMs = 1_000;

/** Hands one partition to a consumer, from when the group assigned it until the group shares out anew. */
export interface KafkaReader {
  take(payload: EachBatchPayload): Promise<void>;
  /** Offset after the last record that was handled, for lag as Kafka's tools tell it; null when there is no news. */
  uncommitted(): string | null;
}

export function openReader(partition: number, reading: KafkaReading): KafkaReader {
  const { options, ended } = reading;
  const place = findPlace(partition, reading);
  const name = String(partition);
  let handled: string | null = null;

  const hand = async (messages: readonly KafkaMessage[], after: Position): Promise<boolean> => {
    const { records, to, failure } = readRecords(name, messages, after, options.types);
    try {
      if (to > after) await options.handle({ partition: name, records, to, watermark: to });
      if (failure) throw failure.error;
      place.advance(to);
      return true;
    } catch (error) {
      place.retreat(error);
      return false;
    }
  };
  const take = async ({ batch, isStale, resolveOffset }: EachBatchPayload, rebalancing: () => boolean): Promise<void> => {
    await place.tried;
    for (let at = 0; at < batch.messages.length; at += chunkSize) {
      const seen = place.seen();
      // A batch that was on its way when another place was sought is not the one that was asked for.
      if (seen === null || isStale() || ended.aborted || rebalancing()) return;
      const chunk = batch.messages.slice(at, at + chunkSize);
      const last = chunk.at(-1)?.offset;
      if (last === undefined || !(await hand(chunk, seen))) return;
      resolveOffset(last);
      handled = String(BigInt(last) + 1n);
    }
  };
  return {
    take: (payload) => keepingAlive(payload.heartbeat, (rebalancing) => take(payload, rebalancing)),
    uncommitted: () => {
      const offset = handled;
      handled = null;
      return offset;
    },
  };
}

interface ReadRecords {
  records: BusRecord[];
  /** Position up to which the partition is complete with these records. */
  to: Position;
  /** Why what comes next could not be read. */
  failure: { error: unknown } | null;
}

/**
 * A relay that took over sends again what it cannot know to be there, in order and without gaps, whoever else still sends:
 * so whatever is not above all that came before has been here before.
 */
function readRecords(partition: string, messages: readonly KafkaMessage[], after: Position, types: ReadonlySet<string> | undefined): ReadRecords {
  const records: BusRecord[] = [];
  let to = after;
  for (const message of messages) {
    const offset = positionOf(message);
    if (offset <= to) continue;
    try {
      const wanted = types === undefined || types.has(typeOf(message) ?? '');
      const event = wanted ? eventOf(message, offset) : null;
      if (event) records.push({ partition, offset, event });
    } catch (error) {
      return { records, to, failure: { error } };
    }
    to = offset;
  }
  return { records, to, failure: null };
}

/** Tells the group that we are alive while `work` runs. When the group wants to share out anew, the client is told after the work. */
async function keepingAlive(heartbeat: () => Promise<void>, work: (rebalancing: () => boolean) => Promise<void>): Promise<void> {
  let refusal: { error: unknown } | null = null;
  const timer = setInterval(() => {
    heartbeat().catch((error: unknown) => {
      refusal = { error };
    });
  }, heartbeatMs);
  try {
    await work(() => refusal !== null);
  } finally {
    clearInterval(timer);
  }
  // Assigned in a callback, which the compiler does not follow.
  const refused = refusal as { error: unknown } | null;
  if (refused) throw refused.error;
}

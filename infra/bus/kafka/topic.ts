import type { Admin } from 'kafkajs';
import type { Position } from '../../event-store/port.ts';
import { type OpenKafka, within } from './client.ts';
import { createTopic } from './topic-settings.ts';

/** Timeout of a question about the topic, milliseconds. */
const answerMs = 5_000;
/** Precision, in events, of the search for a relay's progress; consumers drop the resulting duplicates. */
const closeEnough = 1_000;

/** Facts about the topic that holds the log. */
export interface KafkaTopic {
  name: string;
  /**
   * Number of partitions; creates a missing topic.
   * @throws EngineUnavailable
   */
  partitions(): Promise<number>;
  /**
   * Kafka offset of a partition's first record above `position`; the partition's end without one.
   * @throws EngineUnavailable
   */
  offsetAfter(partition: number, position: Position): Promise<string>;
  /**
   * Kafka offset of the last record of each non-empty partition.
   * @throws EngineUnavailable
   */
  lastOffsets(): Promise<Map<number, string>>;
  /**
   * A position, at most `head`, up to which the topic holds every event.
   * @throws EngineUnavailable
   */
  reached(head: Position): Promise<Position>;
  /**
   * Runs `work` with an admin connection, opened at the first use and again after a failure.
   * @throws EngineUnavailable
   */
  administer<T>(work: (admin: Admin) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function kafkaTopic(name: string, open: OpenKafka): KafkaTopic {
  const { administer, close } = administration(open);
  const searches = new Map<Position, Promise<Map<number, string>>>();
  let known: Promise<number> | null = null;

  /** Consumers begin with all partitions at once, mostly at one position, so they share the search. */
  const offsetsAfter = (position: Position): Promise<Map<number, string>> => {
    const shared = searches.get(position);
    if (shared) return shared;
    const own = administer((admin) => admin.fetchTopicOffsetsByTimestamp(name, position + 1))
      .then((found) => new Map(found.map(({ partition, offset }) => [partition, offset])))
      .finally(() => searches.delete(position));
    searches.set(position, own);
    return own;
  };
  return {
    name,
    administer,
    close,
    partitions: () => {
      known ??= administer((admin) => createTopic(admin, name)).catch((error: unknown) => {
        known = null;
        throw error;
      });
      return known;
    },
    offsetAfter: async (partition, position) => {
      const offset = (await offsetsAfter(position)).get(partition);
      if (offset === undefined) throw new Error(`${name} has no partition ${partition}`);
      return offset;
    },
    lastOffsets: async () => {
      const ends = await administer((admin) => admin.fetchTopicOffsets(name));
      const filled = ends.filter(({ low, high }) => BigInt(high) > BigInt(low));
      return new Map(filled.map(({ partition, high }) => [partition, String(BigInt(high) - 1n)]));
    },
    reached: async (head) => {
      const ends = new Map((await administer((admin) => admin.fetchTopicOffsets(name))).map(({ partition, high }) => [partition, BigInt(high)]));
      const beyond = async (position: Position): Promise<boolean[]> => {
        const offsets = await offsetsAfter(position);
        return [...ends].map(([partition, end]) => BigInt(offsets.get(partition) ?? end) < end);
      };
      if ((await beyond(head)).includes(true)) throw new Error(`${name} holds events above ${head}, where the log ends: it is of another log`);
      return search(head, async (position) => (await beyond(position - 1)).every(Boolean));
    },
  };
}

/** Finds the highest position for which `holds` is true: exponential search backwards from `head`, then binary search. Position 0 always holds. */
async function search(head: Position, holds: (position: Position) => Promise<boolean>): Promise<Position> {
  if (head === 0 || (await holds(head))) return head;
  let below = head;
  let found = 0;
  for (let step = closeEnough; below > 0 && found === 0; step *= 4) {
    const position = Math.max(0, below - step);
    if (position === 0 || (await holds(position))) found = position;
    else below = position;
    if (position === 0) break;
  }
  while (below - found > closeEnough) {
    const middle = found + Math.floor((below - found) / 2);
    if (await holds(middle)) found = middle;
    else below = middle;
  }
  return found;
}

function administration(open: OpenKafka): Pick<KafkaTopic, 'administer' | 'close'> {
  let current: Promise<Admin> | null = null;
  const connect = async (): Promise<Admin> => {
    // The failed request tells the caller about a lost connection.
    const admin = (await open(() => {})).admin();
    await admin.connect();
    return admin;
  };
  const drop = async (dropped: Promise<Admin> | null): Promise<void> => {
    if (current === dropped) current = null;
    await dropped?.then((admin) => within(answerMs, admin.disconnect())).catch(() => {});
  };
  const ask = async <T>(work: (admin: Admin) => Promise<T>): Promise<T> => {
    current ??= connect();
    const used = current;
    try {
      return await within(answerMs, used.then(work));
    } catch (error) {
      void drop(used);
      throw error;
    }
  };
  return {
    // An older connection may have broken unnoticed, so the work gets a second attempt.
    administer: (work) => (current ? ask(work).catch(() => ask(work)) : ask(work)),
    close: () => drop(current),
  };
}

import type { Admin } from 'kafkajs';
import type { Position } from '../../event-store/port.ts';
import { type OpenKafka, within } from './client.ts';
import { createTopic } from './topic-settings.ts';

/** No answer about the topic may take longer. */
const answerMs = 5_000;
/** Progress of a relay is found this closely, in events: what it sends twice is dropped by consumers. */
const closeEnough = 1_000;

/** Facts about the topic that holds the log. */
export interface KafkaTopic {
  name: string;
  /** Number of partitions; the topic is made when it is missing. @throws EngineUnavailable */
  partitions(): Promise<number>;
  /** Offset in Kafka of the first record of a partition above `position`; its end when there is none. @throws EngineUnavailable */
  offsetAfter(partition: number, position: Position): Promise<string>;
  /** Offset in Kafka of the last record of each partition that has one. @throws EngineUnavailable */
  lastOffsets(): Promise<Map<number, string>>;
  /** A position up to which, as far as `head`, every event is in the topic. @throws EngineUnavailable */
  reached(head: Position): Promise<Position>;
  /** Runs `work` with a connection for administration that is opened at the first use and again after a failure. @throws EngineUnavailable */
  administer<T>(work: (admin: Admin) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function kafkaTopic(name: string, open: OpenKafka): KafkaTopic {
  const { administer, close } = administration(open);
  const searches = new Map<Position, Promise<Map<number, string>>>();
  let known: Promise<number> | null = null;

  /** Consumers begin with all partitions at once, mostly at the same place: they share the search. */
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

/** The highest position that `holds`, found from `head` backwards in growing steps and then by halves; 0 always does. */
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
    // The answer tells the caller about the loss.
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
    // A connection that was opened before may have broken unnoticed, so it gets a second try.
    administer: (work) => (current ? ask(work).catch(() => ask(work)) : ask(work)),
    close: () => drop(current),
  };
}

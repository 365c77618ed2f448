import { setTimeout as pause } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { UnfitEngine } from '../../errors.ts';
import type { Position } from '../../event-store/port.ts';
import { memoizeSuccess } from '../../waiting.ts';
import { loadKafkajs, type OpenKafka, withTimeout } from './client.ts';

/** Timeout of an admin request about the topic, milliseconds. */
const answerMs = 5_000;
/**
 * Precision of the search for a relay's progress, in positions. The relay resends at most this number of events, which consumers drop as duplicates.
 */
const closeEnough = 1_000;

/** Metadata and offsets of the topic that holds the log. */
export interface KafkaTopic {
  name: string;
  /**
   * Number of partitions; creates a missing topic.
   * @throws EngineUnavailable
   */
  partitions(): Promise<number>;
  /**
   * Kafka offset of a partition's first record above `position`; the end offset of the partition when it has no such record.
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
  const partitions = memoizeSuccess(() => administer((admin) => createTopic(admin, name)));

  /**
   * Finds the offsets after a position in all partitions. Consumers begin with all partitions at once, mostly at one position, so they share the
   * search.
   */
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
    partitions,
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

/**
 * Finds a position for which `holds` is true, at most `closeEnough` below the highest one. A binary search follows an exponential search backwards
 * from `head`. `holds` is true for position 0.
 */
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
    // A lost connection is not reported here, because the failed request rejects.
    const admin = (await open(() => {})).admin();
    await admin.connect();
    return admin;
  };
  const drop = async (dropped: Promise<Admin> | null): Promise<void> => {
    if (current === dropped) current = null;
    await dropped?.then((admin) => withTimeout(answerMs, admin.disconnect())).catch(() => {});
  };
  const ask = async <T>(work: (admin: Admin) => Promise<T>): Promise<T> => {
    current ??= connect();
    const used = current;
    try {
      return await withTimeout(answerMs, used.then(work));
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

/**
 * Partitions of a new topic: the number of processes that can share a consumer's work. Each partition costs consumers some throughput. An operator
 * may create the topic with more. The number is final, because a change would break the order of streams.
 */
const partitions = 4;
/** Replication factor, limited by the number of brokers. */
const replicas = 3;

/** Required settings of the topic. It holds the whole log, because new consumers read it from the beginning and find positions by timestamp. */
const settings: Readonly<Record<string, string>> = {
  'cleanup.policy': 'delete',
  'retention.ms': '-1',
  'retention.bytes': '-1',
  'message.timestamp.type': 'CreateTime',
};

/** Largest batch of records, bytes; Kafka's default is smaller than the largest event. */
const largestBatch = 4 * 1_048_576;
/**
 * Settings of a new topic. Records keep the compression of the producer, because the client library could not decompress every choice of a broker.
 */
const made: Readonly<Record<string, string>> = { ...settings, 'max.message.bytes': String(largestBatch), 'compression.type': 'producer' };
/** Compressions that the client library can decompress. */
const unpacked: ReadonlySet<string> = new Set(['producer', 'uncompressed', 'gzip']);
/** Smallest accepted `max.message.bytes`, Kafka's default. A topic with a lower limit would refuse ordinary batches of the relay. */
const largestEvent = 1_048_588;
const leaderTries = 50;
const leaderTryMs = 50;

/**
 * Creates the topic unless it exists.
 * @returns its number of partitions.
 * @throws UnfitEngine when the settings of an existing topic are unsuitable, for example when it would lose events.
 */
async function createTopic(admin: Admin, name: string): Promise<number> {
  if ((await admin.listTopics()).includes(name)) await requireFitTopic(admin, name, settings, largestEvent);
  else await create(admin, name, partitions, made);
  const [topic] = (await admin.fetchTopicMetadata({ topics: [name] })).topics;
  if (!topic) throw new Error(`${name} is gone`);
  return topic.partitions.length;
}

/** Creates a topic with one empty partition, whose assignment in a group is a lease. */
export async function createLeaseTopic(admin: Admin, name: string): Promise<void> {
  if (!(await admin.listTopics()).includes(name)) await create(admin, name, 1, { 'cleanup.policy': 'compact' });
}

/**
 * Checks the settings of an existing topic, which may come from other broker defaults.
 * @throws UnfitEngine with the name of the setting and the remedy.
 */
async function requireFitTopic(admin: Admin, topic: string, wanted: Readonly<Record<string, string>>, batch = 0): Promise<void> {
  const { ConfigResourceTypes } = await loadKafkajs();
  const names = [...Object.keys(wanted), 'compression.type', 'max.message.bytes', 'min.insync.replicas'];
  const query = { type: ConfigResourceTypes.TOPIC, name: topic, configNames: names };
  const { resources } = await admin.describeConfigs({ resources: [query], includeSynonyms: false });
  const found = new Map(resources.flatMap(({ configEntries }) => configEntries.map(({ configName, configValue }) => [configName, configValue])));
  const unfit = (setting: string, must: string, more = ''): UnfitEngine =>
    new UnfitEngine(
      'kafka',
      `The topic ${topic} has ${setting}=${found.get(setting)}; it must be ${must}. Set it with kafka-configs.sh --alter${more}`,
    );
  for (const [setting, value] of Object.entries(wanted)) if (found.get(setting) !== value) throw unfit(setting, value);
  const again = '; if records were written meanwhile, delete the topic, which is then filled again from the log';
  if (!unpacked.has(found.get('compression.type') ?? 'producer')) throw unfit('compression.type', 'producer', again);
  if (Number(found.get('max.message.bytes')) < batch) throw unfit('max.message.bytes', `${batch} or more`);
  const [described] = (await admin.fetchTopicMetadata({ topics: [topic] })).topics;
  const copies = Math.min(...(described?.partitions.map((partition) => partition.replicas.length) ?? [1]));
  if (Number(found.get('min.insync.replicas')) > copies) throw unfit('min.insync.replicas', `${copies} or less, as it has so many copies`);
}

async function create(admin: Admin, topic: string, numPartitions: number, wanted: Readonly<Record<string, string>>): Promise<void> {
  const { brokers } = await admin.describeCluster();
  const configEntries = Object.entries(wanted).map(([key, value]) => ({ name: key, value }));
  // A concurrent creation by another process has the same settings.
  await admin.createTopics({
    topics: [{ topic, numPartitions, replicationFactor: Math.min(replicas, brokers.length), configEntries }],
    waitForLeaders: true,
  });
  await untilLed(admin, topic);
}

/** Waits until all partitions have leaders that answer, because a newly elected leader may refuse requests briefly. */
async function untilLed(admin: Admin, topic: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await admin.fetchTopicOffsets(topic);
      return;
    } catch (error) {
      if (tries === leaderTries) throw error;
      await pause(leaderTryMs);
    }
  }
}

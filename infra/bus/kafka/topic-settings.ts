import { setTimeout as pause } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { UnfitEngine } from '../../errors.ts';
import { loadKafkajs } from './kafkajs.ts';

/**
 * Partitions of a new topic: the number of processes that can share a consumer's work. Each partition costs consumers some throughput. An operator
 * may create the topic with more. The number is final, because a change would break the order of streams.
 */
const partitions = 4;
/** Replication factor, limited by the number of brokers. */
const replicas = 3;

/** The topic holds the whole log: new consumers read it from the beginning, and find positions by timestamp. */
const settings: Readonly<Record<string, string>> = {
  'cleanup.policy': 'delete',
  'retention.ms': '-1',
  'retention.bytes': '-1',
  'message.timestamp.type': 'CreateTime',
};

/** Largest batch of records, bytes; Kafka's default is smaller than the largest event. */
const largestBatch = 4 * 1_048_576;
/** Records keep the producer's compression, because a broker's choice might not be decompressible here. */
const made: Readonly<Record<string, string>> = { ...settings, 'max.message.bytes': String(largestBatch), 'compression.type': 'producer' };
/** Compressions that the client library can decompress. */
const unpacked: ReadonlySet<string> = new Set(['producer', 'uncompressed', 'gzip']);
/** Kafka's default, bytes; a topic with a lower limit would refuse ordinary batches of the relay. */
const largestEvent = 1_048_588;
const leaderTries = 50;
const leaderTryMs = 50;

/**
 * Creates the topic unless it exists.
 * @returns its number of partitions.
 * @throws Error when an existing topic would lose or misplace events.
 */
export async function createTopic(admin: Admin, name: string): Promise<number> {
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
export async function requireFitTopic(admin: Admin, topic: string, wanted: Readonly<Record<string, string>>, batch = 0): Promise<void> {
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

/** A newly elected leader may not know of its election yet. */
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

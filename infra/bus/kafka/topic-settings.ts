import { setTimeout as pause } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { loadKafkajs } from './kafkajs.ts';

/**
 * Partitions of a topic that we make: as many processes can share the work of a consumer, and more cost every consumer a share of its pace.
 * An operator may have made the topic with more; it keeps its number for good, because another number would break the order of streams.
 */
const partitions = 4;
/** Copies of each partition where there are as many brokers. */
const replicas = 3;

/** The topic is the whole log: a new consumer reads from the beginning, and finds its place by timestamps. */
const settings: Readonly<Record<string, string>> = {
  'cleanup.policy': 'delete',
  'retention.ms': '-1',
  'retention.bytes': '-1',
  'message.timestamp.type': 'CreateTime',
};

/** Largest batch of records, bytes: the default of Kafka is less than the largest event. */
const made: Readonly<Record<string, string>> = { ...settings, 'max.message.bytes': String(4 * 1_048_576) };
const leaderTries = 50;
const leaderTryMs = 50;

/**
 * Makes the topic unless it is there.
 * @returns its number of partitions.
 * @throws Error when one that was there would lose or misplace events.
 */
export async function createTopic(admin: Admin, name: string): Promise<number> {
  if ((await admin.listTopics()).includes(name)) await checkSettings(admin, name);
  else await create(admin, name, partitions, made);
  const [topic] = (await admin.fetchTopicMetadata({ topics: [name] })).topics;
  if (!topic) throw new Error(`${name} is gone`);
  return topic.partitions.length;
}

/** A topic of one partition without records, for a group that shares out nothing but the right to do something. */
export async function createLeaseTopic(admin: Admin, name: string): Promise<void> {
  if (!(await admin.listTopics()).includes(name)) await create(admin, name, 1, { 'cleanup.policy': 'compact' });
}

async function create(admin: Admin, topic: string, numPartitions: number, wanted: Readonly<Record<string, string>>): Promise<void> {
  const { brokers } = await admin.describeCluster();
  const configEntries = Object.entries(wanted).map(([key, value]) => ({ name: key, value }));
  // Another process that made it in the meantime made the same.
  await admin.createTopics({
    topics: [{ topic, numPartitions, replicationFactor: Math.min(replicas, brokers.length), configEntries }],
    waitForLeaders: true,
  });
  await untilLed(admin, topic);
}

/** A leader that was named may not know of it yet. */
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

async function checkSettings(admin: Admin, name: string): Promise<void> {
  const { ConfigResourceTypes } = await loadKafkajs();
  const query = { type: ConfigResourceTypes.TOPIC, name, configNames: Object.keys(settings) };
  const { resources } = await admin.describeConfigs({ resources: [query], includeSynonyms: false });
  for (const { configName, configValue } of resources.flatMap(({ configEntries }) => configEntries)) {
    if (settings[configName] !== configValue) throw new Error(`Topic ${name} has ${configName}=${configValue}; it must be ${settings[configName]}`);
  }
}

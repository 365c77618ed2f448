import { randomUUID } from 'node:crypto';
import type { Admin, Consumer, Kafka, Message, Producer } from 'kafkajs';
import { requireFitTopic } from '../../bus/kafka/topic-settings.ts';
import { UnfitEngine } from '../../errors.ts';
import { messageOf } from './records.ts';
import type { Fact, ParkedState } from './state.ts';
import { createTail, type Tail } from './tail.ts';

/** Longest that the broker may hold back an answer to a fetch when nothing is new, milliseconds; closing waits for it. */
const longestPollMs = 500;
/** Longest time to read what is there, milliseconds. */
const openWithinMs = 60_000;
/** Tombstones are kept this long, milliseconds: who has not read for longer may have missed some. */
const tombstonesKeptMs = 86_400_000;
/** Most bytes of one write; Kafka takes 1 MB by default. */
const writeAtMostBytes = 500_000;
/** What a record has beside its value and headers, bytes. */
const recordBytes = 200;

const settings = {
  'cleanup.policy': 'compact',
  'delete.retention.ms': String(tombstonesKeptMs),
  // Only what is no longer written to is compacted; by default that would be after a week or a gigabyte.
  'segment.ms': String(tombstonesKeptMs),
  'segment.bytes': String(16 * 1_048_576),
  // An event that the bus could just carry still fits with what is said beside it.
  'max.message.bytes': String(2 * 1_048_576),
  'compression.type': 'producer',
};

/** Connections of one process to the topic, until one of them breaks. */
export interface Session {
  state: ParkedState;
  /** Resolves when everything that the topic has now is in `state`. */
  catchUp(): Promise<void>;
  /** Resolves when the facts are in the topic and in `state`, with whether each meant anything. */
  write(facts: readonly Fact[]): Promise<boolean[]>;
  /** It has missed so much that it may lack what has been removed since. */
  isStale(): boolean;
  /** Resolves when it is of no use any more. */
  broken: Promise<void>;
  break(error: unknown): void;
  /** Ends its connections and leaves nothing behind at the broker. */
  close(): Promise<void>;
}

interface Clients {
  admin: Admin;
  producer: Producer;
  consumer: Consumer;
  /** Nobody shares the group: every process reads everything. */
  group: string;
}

/** Reads the topic from its beginning to its end, and then on; from there on `requested` is called when a request was read. */
export async function openSession(kafka: Kafka, topic: string, requested: () => void): Promise<Session> {
  const clients = clientsOf(kafka, topic);
  let current = false;
  // Requests of before are not news.
  const tail = createTail(() => {
    if (current) requested();
  });
  const session = sessionOf(clients, topic, tail);
  clients.consumer.on(clients.consumer.events.CRASH, ({ payload }) => session.break(payload.error));
  const late = setTimeout(() => session.break(new Error(`${topic} was not read within ${openWithinMs} ms`)), openWithinMs);
  try {
    await Promise.all([prepare(clients.admin, topic), clients.producer.connect(), clients.consumer.connect()]);
    await clients.consumer.subscribe({ topic, fromBeginning: true });
    await clients.consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch, heartbeat }) => {
        tail.take(batch);
        await heartbeat();
      },
    });
    await session.catchUp();
    current = true;
    return session;
  } catch (error) {
    session.break(error);
    await session.close();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

function clientsOf(kafka: Kafka, topic: string): Clients {
  const group = `${topic}.${randomUUID()}`;
  return {
    admin: kafka.admin(),
    // More than one in flight could be written out of order.
    producer: kafka.producer({ idempotent: true, maxInFlightRequests: 1, allowAutoTopicCreation: false }),
    consumer: kafka.consumer({
      groupId: group,
      maxWaitTimeInMs: longestPollMs,
      allowAutoTopicCreation: false,
      // A session that broke is replaced as a whole.
      retry: { restartOnFailure: async () => false },
    }),
    group,
  };
}

function sessionOf(clients: Clients, topic: string, tail: Tail): Session {
  const { admin, producer } = clients;
  const broken = Promise.withResolvers<void>();
  let readAt = Date.now();
  let closed: Promise<void> | null = null;
  return {
    state: tail.state,
    catchUp: async () => {
      const read = tail.position();
      const end = await endOf(admin, topic);
      if (end < read) throw new Error(`${topic} has lost what was in it`);
      await tail.reached(end);
      readAt = Date.now();
    },
    write: async (facts) => {
      const write = randomUUID();
      const [meant] = await Promise.all([tail.readBack(write, facts.length), send(producer, topic, write, facts)]);
      return meant;
    },
    isStale: () => Date.now() - readAt > tombstonesKeptMs / 2,
    broken: broken.promise,
    break: (error) => {
      tail.end(error);
      broken.resolve();
    },
    close: () => {
      closed ??= disconnect(clients);
      return closed;
    },
  };
}

async function disconnect({ admin, producer, consumer, group }: Clients): Promise<void> {
  await consumer.disconnect().catch(() => {});
  // A group that stays is removed by the broker some time.
  await admin.deleteGroups([group]).catch(() => {});
  await Promise.allSettled([admin.disconnect(), producer.disconnect()]);
}

async function prepare(admin: Admin, topic: string): Promise<void> {
  await admin.connect();
  if ((await admin.listTopics()).includes(topic)) {
    await requireFitTopic(admin, topic, { 'cleanup.policy': settings['cleanup.policy'] }, writeAtMostBytes);
    return;
  }
  const { brokers } = await admin.describeCluster();
  const replicationFactor = Math.min(3, brokers.length);
  // What is acknowledged is on one broker more than may be lost.
  const replicated = { 'min.insync.replicas': String(Math.max(1, replicationFactor - 1)) };
  const configEntries = Object.entries({ ...settings, ...replicated }).map(([name, value]) => ({ name, value }));
  // One partition: one order over everything that is said.
  await admin.createTopics({ topics: [{ topic, numPartitions: 1, replicationFactor, configEntries }], waitForLeaders: true });
}

/** Offset after the last record; 0 as long as there is none to be read. */
async function endOf(admin: Admin, topic: string): Promise<number> {
  const [partition, ...others] = await admin.fetchTopicOffsets(topic);
  if (!partition || others.length > 0) throw new UnfitEngine('kafka', `${topic} must have one partition, and has ${others.length + 1}`);
  return partition.low === partition.high ? 0 : Number(partition.high);
}

/** Writes in few requests, in order. What belongs together is small enough for one, which is written as a whole. */
async function send(producer: Producer, topic: string, write: string, facts: readonly Fact[]): Promise<void> {
  let bytes = 0;
  let messages: Message[] = [];
  for (const fact of facts) {
    const message = messageOf(fact, write);
    const size = sizeOf(message);
    if (messages.length > 0 && bytes + size > writeAtMostBytes) {
      await producer.send({ topic, acks: -1, messages });
      [bytes, messages] = [0, []];
    }
    messages.push(message);
    bytes += size;
  }
  await producer.send({ topic, acks: -1, messages });
}

const sizeOf = ({ value, headers }: Message): number =>
  [value, ...Object.values(headers ?? {})]
    .map((part) => (typeof part === 'string' ? Buffer.byteLength(part) : (part?.length ?? 0)))
    .reduce((sum, bytes) => sum + bytes, recordBytes);

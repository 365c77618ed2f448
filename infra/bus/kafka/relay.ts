import type { Producer } from 'kafkajs';
import type { EventStore, Position, RecordedEvent } from '../../event-store/port.ts';
import { createBackoff, createCondition } from '../../waiting.ts';
import type { RelayCallbacks, Subscription } from '../port.ts';
import { asKafkaError, type OpenKafka, withTimeout } from './client.ts';
import { keepMembership, type Membership, wholeAssigner } from './membership.ts';
import { heartbeatOf, messageOf, type PartitionedMessage } from './record.ts';
import { createLeaseTopic, type KafkaTopic } from './topic.ts';

/** Session timeout, milliseconds, shorter than that of consumers: without a relay nothing is delivered. Brokers allow no less by default. */
const sessionMs = 6_000;

export interface RelayOptions extends RelayCallbacks {
  topic: KafkaTopic;
  open: OpenKafka;
  events: EventStore;
}

/**
 * Relays the log to the topic while this process holds the lease, the single partition of group `<topic>.relay`. The lease only saves work;
 * correctness does not depend on it. Two concurrent relays merely send duplicates, which consumers drop.
 */
export function relayToKafka(options: RelayOptions): Subscription {
  // The rank is the start time: the oldest candidate holds the lease, and a new process displaces no holder.
  const since = Date.now();
  return keepMembership((stopping) => candidate(options, since, stopping), options.onError);
}

async function candidate(options: RelayOptions, since: number, stopping: AbortSignal): Promise<Membership> {
  const { topic, open, onError } = options;
  const lease = `${topic.name}.relay`;
  await topic.administer((admin) => createLeaseTopic(admin, lease));
  let chosen: { lost: AbortController; carried: Promise<void> } | null = null;
  const end = async (): Promise<void> => {
    chosen?.lost.abort();
    await chosen?.carried;
  };
  return {
    kafka: await open(onError),
    group: lease,
    topic: lease,
    fromBeginning: true,
    sessionMs,
    assigner: await wholeAssigner(since),
    concurrency: 1,
    onAssigned: ([partition]) => {
      if (partition === undefined) void end();
      else if (!chosen || chosen.lost.signal.aborted) {
        const lost = new AbortController();
        const carried = end().then(() => relayUntil(options, AbortSignal.any([lost.signal, stopping])));
        chosen = { lost, carried };
      }
    },
    onBatch: async () => {},
    beforeLeaving: end,
    ended: end,
  };
}

/** Most events and bytes per round, except for a single larger event. Brokers refuse batches above a megabyte by default. */
const batchSize = 1_000;
const batchBytes = 512 * 1_024;
/** Polling interval, milliseconds, in case an append notification is lost. */
const pollEveryMs = 1_000;
/** Heartbeat interval of idle partitions, milliseconds; each heartbeat costs every consumer one call per partition. */
const heartbeatEveryMs = 30;
/** Timeout of replicating a round, milliseconds. */
const replicateMs = 5_000;
/** Timeout of a round with all its retries, milliseconds. */
const roundMs = 10_000;
const closeMs = 2_000;

/** Relays appended events until the signal is aborted. After a failure, which is reported, the relay restarts from the topic's current end. */
export async function relayUntil(options: RelayOptions, held: AbortSignal): Promise<void> {
  const backoff = createBackoff(held);
  while (!held.aborted) {
    try {
      await carryWithProducer(options, held, backoff.reset);
    } catch (error) {
      options.onError(asKafkaError(error));
      await backoff.wait();
    }
  }
}

async function carryWithProducer(options: RelayOptions, held: AbortSignal, onSent: () => void): Promise<void> {
  const kafka = await options.open(options.onError);
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    // Every message names its partition.
    createPartitioner:
      () =>
      ({ message }) =>
        message.partition ?? 0,
  });
  try {
    await producer.connect();
    await sendRounds(options, producer, held, onSent);
  } finally {
    await withTimeout(closeMs, producer.disconnect()).catch(() => {});
  }
}

/** Sends rounds one at a time: the next begins once all in-sync replicas have the current one. */
async function sendRounds({ topic, events, onRelayed }: RelayOptions, producer: Producer, held: AbortSignal, onSent: () => void): Promise<void> {
  const partitions = await topic.partitions();
  let position = await topic.reached(await events.head());
  const marks = createMarks(partitions, position);
  const news = createCondition();
  // True after a notification, so that a notification during a read is not lost.
  let isAppended = false;
  const unsubscribe = events.onAppended(() => {
    isAppended = true;
    news.wake();
  });
  held.addEventListener('abort', news.wake);
  const read = (after: Position): Promise<RecordedEvent[]> => {
    isAppended = false;
    return events.readAll(after, batchSize);
  };
  try {
    let next = read(position);
    while (!held.aborted) {
      const round = await next;
      const { messages, failure } = encode(round, partitions);
      position = Number(messages.at(-1)?.timestamp ?? position);
      const begun = Date.now();
      const sending = send(producer, topic.name, marks.add(messages, position));
      // Reads the next events while the current ones are in flight.
      const full = !failure && (round.length === batchSize || messages.length < round.length);
      if (full) next = read(position);
      next.catch(() => {});
      await sending;
      onSent();
      onRelayed?.(round.slice(0, messages.length), begun);
      if (failure) throw failure.error;
      if (full) continue;
      await news.until(() => isAppended || held.aborted, marks.dueInMs(position) ?? pollEveryMs);
      next = read(position);
    }
  } finally {
    held.removeEventListener('abort', news.wake);
    unsubscribe();
  }
}

async function send(producer: Producer, topic: string, messages: PartitionedMessage[]): Promise<void> {
  if (messages.length > 0) await withTimeout(roundMs, producer.send({ topic, messages, acks: -1, timeout: replicateMs }));
}

interface Encoded {
  messages: PartitionedMessage[];
  /** Reason why the next event cannot be sent; null without one. */
  failure: { error: unknown } | null;
}

/** Encodes as many events as fit into a round. Events before an unencodable one are still sent. */
function encode(events: RecordedEvent[], partitions: number): Encoded {
  const messages: PartitionedMessage[] = [];
  let bytes = 0;
  for (const event of events) {
    try {
      const message = messageOf(event, partitions);
      bytes += message.value.length;
      if (bytes > batchBytes && messages.length > 0) break;
      messages.push(message);
    } catch (error) {
      return { messages, failure: { error } };
    }
  }
  return { messages, failure: null };
}

interface Marks {
  /** Returns the messages, followed by due heartbeats for the partitions whose last record is below `position`. */
  add(messages: PartitionedMessage[], position: Position): PartitionedMessage[];
  /** Time until the next heartbeat for `position` is due; null when every partition has it. */
  dueInMs(position: Position): number | null;
}

/** Tracks the position of each partition's last record. */
function createMarks(partitions: number, start: Position): Marks {
  const marks = new Array<Position>(partitions).fill(start);
  let heartbeatAt = Number.NEGATIVE_INFINITY;
  const remaining = (): number => Math.max(0, heartbeatAt + heartbeatEveryMs - performance.now());
  return {
    add: (messages, position) => {
      for (const { partition, timestamp } of messages) marks[partition] = Number(timestamp);
      if (remaining() > 0) return messages;
      const behind = [...marks.keys()].filter((partition) => marks[partition] !== position);
      if (behind.length > 0) heartbeatAt = performance.now();
      marks.fill(position);
      return [...messages, ...behind.map((partition) => heartbeatOf(position, partition))];
    },
    dueInMs: (position) => (marks.every((mark) => mark === position) ? null : remaining()),
  };
}

import type { Producer } from 'kafkajs';
import type { Position, RecordedEvent } from '../../event-store/port.ts';
import { createBackoff, createCondition } from '../../waiting.ts';
import { asKafkaError, within } from './client.ts';
import { heartbeatOf, messageOf, type PlacedMessage } from './record.ts';
import type { RelayOptions } from './relay.ts';

/** A round has this much at most, in events and in bytes of them: brokers refuse batches of a megabyte. */
const batchSize = 1_000;
const batchBytes = 512 * 1_024;
/** Net for the case that no sign of an append arrives. */
const pollEveryMs = 1_000;
/** Partitions without news are told how far they are this often: each time costs every consumer a call per partition. */
const heartbeatEveryMs = 30;
/** The broker has so long to bring a round to all its replicas. */
const replicateMs = 5_000;
/** A round with all its retries. */
const roundMs = 10_000;
const closeMs = 2_000;

/** Sends what is appended until the signal. A failure is told and begins anew at what the topic then has. */
export async function carry(options: RelayOptions, held: AbortSignal): Promise<void> {
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
    await within(closeMs, producer.disconnect()).catch(() => {});
  }
}

/** Never has more than one round under way: the next begins when all replicas have this one. */
async function sendRounds({ topic, events, onRelayed }: RelayOptions, producer: Producer, held: AbortSignal, onSent: () => void): Promise<void> {
  const partitions = await topic.partitions();
  let position = await topic.reached(await events.head());
  const marks = createMarks(partitions, position);
  const news = createCondition();
  // Remembered, so that a sign that comes during a read is not lost.
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
      // The next events are read while these are on their way.
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

async function send(producer: Producer, topic: string, messages: PlacedMessage[]): Promise<void> {
  if (messages.length > 0) await within(roundMs, producer.send({ topic, messages, acks: -1, timeout: replicateMs }));
}

interface Encoded {
  messages: PlacedMessage[];
  /** Why the next event cannot be sent. */
  failure: { error: unknown } | null;
}

/** As many events as fit. Those before one that cannot be encoded still go out. */
function encode(events: RecordedEvent[], partitions: number): Encoded {
  const messages: PlacedMessage[] = [];
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
  /** The messages, and where due a heartbeat after them for each partition that does not end at `position`. */
  add(messages: PlacedMessage[], position: Position): PlacedMessage[];
  /** When a partition is to be told of `position`, null when all have been. */
  dueInMs(position: Position): number | null;
}

/** Position of the last record that each partition got. */
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

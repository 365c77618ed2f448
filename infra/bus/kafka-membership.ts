import type { Consumer, ConsumerConfig, EachBatchPayload, Kafka } from 'kafkajs';
import { many, within } from './kafka-client.ts';
import { heartbeatMs } from './kafka-reader.ts';

/** Leaving takes one long poll; a broker that does not answer is not waited for longer. */
const leaveMs = 5_000;
/** A poll waits this long for records. Stopping and the news that the group shares out anew wait for a poll to end. */
const pollMs = 500;
/** The others wait this long for the handler of one of them before they share out without it. */
const rebalanceMs = 30_000;

export interface Membership {
  group: string;
  topic: string;
  /** Partitions that one member works on at the same time. */
  concurrency: number;
  settings: Pick<ConsumerConfig, 'sessionTimeout' | 'partitionAssigners'>;
  /** Called each time the group has shared out, with what is ours from now on; what was ours before is not any more. */
  onAssigned: (partitions: number[], consumer: Consumer) => void;
  onBatch: (payload: EachBatchPayload) => Promise<void>;
  /** Called before leaving while everything still works. */
  beforeLeaving: (consumer: Consumer) => Promise<void>;
}

/** Is a member of a group until the signal. Rejects when the client gave up; a new membership is the way on. */
export async function beMember(kafka: Kafka, membership: Membership, stopping: AbortSignal): Promise<void> {
  const { group, topic, concurrency, settings, onAssigned, onBatch, beforeLeaving } = membership;
  const consumer = kafka.consumer({
    groupId: group,
    heartbeatInterval: heartbeatMs,
    rebalanceTimeout: rebalanceMs,
    maxWaitTimeInMs: pollMs,
    retry: { ...many, restartOnFailure: async () => false },
    ...settings,
  });
  const crashed = Promise.withResolvers<never>();
  consumer.on(consumer.events.CRASH, ({ payload }) => crashed.reject(payload.error));
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => onAssigned(payload.memberAssignment[topic] ?? [], consumer));
  const started = start(consumer, topic, { concurrency, onBatch });
  try {
    await Promise.race([crashed.promise, aborted(stopping), started.then(() => crashed.promise)]);
    await beforeLeaving(consumer);
  } finally {
    // Leaving before the client has joined would leave a member behind that nobody knows of.
    const left = started.catch(() => {}).then(() => consumer.disconnect());
    await within(leaveMs, left).catch(() => {});
  }
}

async function start(consumer: Consumer, topic: string, { concurrency, onBatch }: Pick<Membership, 'concurrency' | 'onBatch'>): Promise<void> {
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, partitionsConsumedConcurrently: concurrency, eachBatch: onBatch });
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
    if (signal.aborted) resolve();
  });

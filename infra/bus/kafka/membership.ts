import type { Broker, Cluster, Consumer, EachBatchPayload, Kafka, PartitionAssigner } from 'kafkajs';
import { aborted } from '../../aborted.ts';
import { createBackoff } from '../../waiting.ts';
import type { Subscription } from '../port.ts';
import { asKafkaError, fewTries, within } from './client.ts';
import { heartbeatMs } from './reader.ts';

/** A consumer that died without a word is replaced after this. */
export const consumerSessionMs = 10_000;
/** Leaving takes one long poll; a broker that does not answer is not waited for longer. */
const leaveMs = 5_000;
/** A poll waits this long for records. Stopping and the news that the group shares out anew wait for a poll to end. */
const pollMs = 500;
/** The others wait this long for the handler of one of them before they share out without it. */
const rebalanceMs = 30_000;
/** A broker that is back is found after this at the latest. */
const longestPauseMs = 2_000;

/** Membership of a consumer group. */
export interface Membership {
  kafka: Kafka;
  group: string;
  topic: string;
  /** Whether a group that has committed nothing begins with the first record; otherwise with the next one. */
  fromBeginning: boolean;
  /** A member that died without a word is replaced after this. */
  sessionMs: number;
  assigner: PartitionAssigner;
  /** Partitions that one member works on at the same time. */
  concurrency: number;
  /** Called each time the group has shared out, with what is ours from now on; what was ours before is not any more. */
  onAssigned: (partitions: number[], consumer: Consumer) => void;
  onBatch: (payload: EachBatchPayload) => Promise<void>;
  /** Called when the group is about to share out anew, which waits until it resolves: nothing must be at work then. */
  beforeSharing?: () => Promise<void>;
  /** Called before leaving in peace, while everything still works. */
  beforeLeaving: (consumer: Consumer) => Promise<void>;
  /** Called when nothing is ours any more; nothing must be at work when it resolves. */
  ended: () => Promise<void>;
}

/** Is a member of a group until it is stopped; begins anew whenever the client gives up. */
export function keepMember(prepare: (stopping: AbortSignal) => Promise<Membership>, onError: (error: unknown) => void): Subscription {
  const stopping = new AbortController();
  const backoff = createBackoff(stopping.signal, longestPauseMs);
  let former: string | null = null;
  const beMember = async (): Promise<void> => {
    const membership = await prepare(stopping.signal);
    const onJoined = (memberId: string): void => {
      former = memberId;
      backoff.reset();
    };
    try {
      if (!stopping.signal.aborted) await attend(membership, { former, onJoined }, stopping.signal);
    } finally {
      await membership.ended();
    }
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await beMember();
      } catch (error) {
        onError(asKafkaError(error));
        await backoff.wait();
      }
    }
  })();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

interface Identity {
  /** Name that we had in the group before. */
  former: string | null;
  onJoined: (memberId: string) => void;
}

async function attend(membership: Membership, { former, onJoined }: Identity, stopping: AbortSignal): Promise<void> {
  const { group, topic, onAssigned, beforeLeaving } = membership;
  let cluster: Cluster | null = null;
  let sharing: Promise<void> | undefined;
  const consumer = membership.kafka.consumer({
    groupId: group,
    sessionTimeout: membership.sessionMs,
    heartbeatInterval: heartbeatMs,
    rebalanceTimeout: rebalanceMs,
    maxWaitTimeInMs: pollMs,
    retry: { ...fewTries, restartOnFailure: async () => false },
    partitionAssigners: [
      (config) => {
        cluster = config.cluster;
        joinsAfter(config.cluster, () => sharing);
        return membership.assigner(config);
      },
    ],
  });
  const crashed = Promise.withResolvers<never>();
  consumer.on(consumer.events.CRASH, ({ payload }) => crashed.reject(payload.error));
  consumer.on(consumer.events.REBALANCING, () => {
    sharing = membership.beforeSharing?.();
  });
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    onJoined(payload.memberId);
    onAssigned(payload.memberAssignment[topic] ?? [], consumer);
  });
  const started = start(consumer, membership, () => removeMember(cluster, group, former));
  try {
    await Promise.race([crashed.promise, aborted(stopping), started.then(() => crashed.promise)]);
    await beforeLeaving(consumer);
  } finally {
    // Leaving before the client has joined would leave a member behind that nobody knows of.
    const left = started.catch(() => {}).then(() => consumer.disconnect());
    await within(leaveMs, left).catch(() => {});
  }
}

/** The client has no hook before it joins again. The first thing that it then does is to look for who coordinates the group. */
function joinsAfter(cluster: Cluster, settled: () => Promise<void> | undefined): void {
  const find = cluster.findGroupCoordinator.bind(cluster);
  cluster.findGroupCoordinator = async (group) => {
    await settled();
    return find(group);
  };
}

async function start(
  consumer: Consumer,
  { topic, fromBeginning, concurrency, onBatch }: Membership,
  beforeJoining: () => Promise<void>,
): Promise<void> {
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning });
  await beforeJoining();
  await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, partitionsConsumedConcurrently: concurrency, eachBatch: onBatch });
}

/** The group would wait for a member that crashed until its session is over, though we know that it does not come back. */
async function removeMember(cluster: Cluster | null, groupId: string, memberId: string | null): Promise<void> {
  if (!cluster || memberId === null) return;
  try {
    // The request exists in kafkajs, though not in its types.
    const coordinator = (await cluster.findGroupCoordinator({ groupId })) as Broker & { leaveGroup(member: object): Promise<unknown> };
    await coordinator.leaveGroup({ groupId, memberId });
  } catch (error) {
    // A broker that has just started refuses it for a moment. Otherwise it has left already.
    if (error instanceof Error && 'retriable' in error && error.retriable === true) throw error;
  }
}

import { createHash } from 'node:crypto';
import type { Broker, Cluster, Consumer, EachBatchPayload, Kafka, PartitionAssigner } from 'kafkajs';
import { aborted } from '../../aborted.ts';
import { createBackoff } from '../../waiting.ts';
import type { Subscription } from '../port.ts';
import { asKafkaError, loadKafkajs, shortRetry, withTimeout } from './client.ts';
import { heartbeatMs } from './reader.ts';

/** Session timeout of a consumer, milliseconds: the group replaces a crashed member after this time. */
export const consumerSessionMs = 10_000;
/** Timeout of leaving the group, milliseconds. Leaving normally takes one long poll. */
const leaveMs = 5_000;
/** Long-poll time for records, milliseconds. Both a stop and a rebalance wait for the current poll. */
const pollMs = 500;
/** Rebalance timeout, milliseconds: the group waits this long for a busy handler, then rebalances without its member. */
const rebalanceMs = 30_000;
/** Longest backoff, milliseconds: a returning broker is found within this time. */
const longestPauseMs = 2_000;

/** Membership of a consumer group. */
export interface Membership {
  kafka: Kafka;
  group: string;
  topic: string;
  /** True when a group without committed offsets begins with the first record of the topic. Otherwise it begins with the next new record. */
  fromBeginning: boolean;
  /** Session timeout, milliseconds, after which a crashed member is replaced. */
  sessionMs: number;
  assigner: PartitionAssigner;
  /** Number of partitions that one member processes concurrently. */
  concurrency: number;
  /** Called after each rebalance with this member's new partitions, which replace all earlier ones. */
  onAssigned: (partitions: number[], consumer: Consumer) => void;
  onBatch: (payload: EachBatchPayload) => Promise<void>;
  /** Called before a rebalance, which waits for the promise. No handler may run once it resolves. */
  beforeSharing?: () => Promise<void>;
  /** Called before an orderly leave, while the connection still works. */
  beforeLeaving: (consumer: Consumer) => Promise<void>;
  /** Called when the membership has ended, also after a crash. No handler may run once it resolves. */
  ended: () => Promise<void>;
}

/** Keeps a group membership until it is stopped, and joins again after each crash of the client. */
export function keepMembership(prepare: (stopping: AbortSignal) => Promise<Membership>, onError: (error: unknown) => void): Subscription {
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
  /** Previous member id in the group. */
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
    retry: { ...shortRetry, restartOnFailure: async () => false },
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
    // Leaving before the client has joined would leave a member behind whose id is unknown here.
    const left = started.catch(() => {}).then(() => consumer.disconnect());
    await withTimeout(leaveMs, left).catch(() => {});
  }
}

/**
 * Delays each rejoin until all handlers have returned. The client has no hook for this, so a rejoin's first step is wrapped, the search for the group
 * coordinator.
 */
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

/** Removes the crashed member of this process from the group, which would otherwise wait until the member's session expires. */
async function removeMember(cluster: Cluster | null, groupId: string, memberId: string | null): Promise<void> {
  if (!cluster || memberId === null) return;
  try {
    // The request exists in kafkajs, but not in its types.
    const coordinator = (await cluster.findGroupCoordinator({ groupId })) as Broker & { leaveGroup(member: object): Promise<unknown> };
    await coordinator.leaveGroup({ groupId, memberId });
  } catch (error) {
    // A broker that has just started refuses the request briefly. Any other error means that the member has left already.
    if (error instanceof Error && 'retriable' in error && error.retriable === true) throw error;
  }
}

interface Member {
  memberId: string;
  rank: number;
}

/** Assigns all partitions to the member with the lowest rank. Members announce their rank when they join. */
export async function wholeAssigner(rank: number): Promise<PartitionAssigner> {
  const { AssignerProtocol } = await loadKafkajs();
  const name = 'waystory-whole';
  const version = 0;
  return ({ cluster }) => ({
    name,
    version,
    protocol: ({ topics }) => ({
      name,
      metadata: AssignerProtocol.MemberMetadata.encode({ version, topics, userData: Buffer.from(String(rank)) }),
    }),
    assign: async ({ members, topics }) => {
      const ranked = members.map(({ memberId, memberMetadata }): Member => {
        const { userData } = AssignerProtocol.MemberMetadata.decode(memberMetadata) ?? {};
        return { memberId, rank: Number(userData) };
      });
      const [first] = ranked.toSorted((a, b) => a.rank - b.rank || (a.memberId < b.memberId ? -1 : 1));
      const all = topics.map((topic) => [topic, cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId)]);
      return members.map(({ memberId }) => {
        const assignment = memberId === first?.memberId ? Object.fromEntries(all) : {};
        return { memberId, memberAssignment: AssignerProtocol.MemberAssignment.encode({ version, assignment, userData: Buffer.alloc(0) }) };
      });
    },
  });
}

/**
 * Rank of a process in a group by rendezvous hashing, so that many groups spread evenly over processes. When a process joins or leaves, only its
 * share of the groups moves.
 */
export const spreadRank = (group: string, process: string): number => createHash('sha256').update(`${group} ${process}`).digest().readUIntBE(0, 6);

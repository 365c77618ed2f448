import type { EventStore } from '../../event-store/port.ts';
import type { Relay, Subscription } from '../port.ts';
import { wholeAssigner } from './assigner.ts';
import type { OpenKafka } from './client.ts';
import { keepMember, type Membership } from './membership.ts';
import { carry } from './relay-batches.ts';
import type { KafkaTopic } from './topic.ts';
import { createLeaseTopic } from './topic-settings.ts';

/** Session timeout, milliseconds, shorter than that of consumers: without a relay nothing is delivered. Brokers allow no less by default. */
const sessionMs = 6_000;

export interface RelayOptions extends Relay {
  topic: KafkaTopic;
  open: OpenKafka;
  events: EventStore;
}

/**
 * Relays the log to the topic while this process holds the lease, the group `<topic>.relay`. The lease only saves work; correctness does not depend
 * on it. Two concurrent relays merely send duplicates.
 */
export function relayToKafka(options: RelayOptions): Subscription {
  // The rank is the start time: the longest-waiting process wins, and a new process displaces no holder.
  const since = Date.now();
  return keepMember((stopping) => candidate(options, since, stopping), options.onError);
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
        const carried = end().then(() => carry(options, AbortSignal.any([lost.signal, stopping])));
        chosen = { lost, carried };
      }
    },
    onBatch: async () => {},
    beforeLeaving: end,
    ended: end,
  };
}

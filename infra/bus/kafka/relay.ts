import type { EventStore } from '../../event-store/port.ts';
import type { Relay, Subscription } from '../port.ts';
import { wholeAssigner } from './assigner.ts';
import type { OpenKafka } from './client.ts';
import { keepMember, type Membership } from './membership.ts';
import { carry } from './relay-batches.ts';
import type { KafkaTopic } from './topic.ts';
import { createLeaseTopic } from './topic-settings.ts';

/** Shorter than that of consumers: while no relay is at work, nobody gets anything. Brokers allow no less by default. */
const sessionMs = 6_000;

export interface RelayOptions extends Relay {
  topic: KafkaTopic;
  open: OpenKafka;
  events: EventStore;
}

/**
 * Brings the log to the topic while this process is the one that the group `<topic>.relay` chose.
 * The lease spares work; it is not what keeps the topic right: two relays at once only send some things twice.
 */
export function relayToKafka(options: RelayOptions): Subscription {
  // The process that waited longest comes first, so a new one takes nothing away.
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

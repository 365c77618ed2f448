import type { EventStore } from '../event-store/port.ts';
import { createBackoff } from './backoff.ts';
import { wholeAssigner } from './kafka-assigner.ts';
import { asKafkaError, many } from './kafka-client.ts';
import { beMember } from './kafka-membership.ts';
import { carry } from './kafka-relay-rounds.ts';
import type { KafkaSource } from './kafka-subscription.ts';
import { createLeaseTopic } from './kafka-topic-settings.ts';
import type { Subscription } from './port.ts';

/** Shorter than that of consumers: while no relay is at work, nobody gets anything. Brokers allow no less by default. */
const sessionMs = 6_000;

export interface RelayOptions extends KafkaSource {
  events: EventStore;
  onError: (error: unknown) => void;
}

/**
 * Brings the log to the topic while this process is the one that its group chose.
 * The lease spares work; it is not what keeps the topic right: two relays at once only send some things twice.
 */
export function relayToKafka(options: RelayOptions): Subscription {
  const since = Date.now();
  const stopping = new AbortController();
  const backoff = createBackoff(stopping.signal);
  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await compete(options, since, stopping.signal, backoff.reset);
      } catch (error) {
        options.onError(asKafkaError(error));
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

async function compete(options: RelayOptions, since: number, stopping: AbortSignal, onJoined: () => void): Promise<void> {
  const { topic, open, onError } = options;
  const group = `${topic.name}.relay`;
  await topic.administer((admin) => createLeaseTopic(admin, group));
  const kafka = await open(onError, many);
  let chosen: { lost: AbortController; ended: Promise<void> } | null = null;
  const end = async (): Promise<void> => {
    chosen?.lost.abort();
    await chosen?.ended;
  };
  try {
    await beMember(
      kafka,
      {
        group,
        topic: group,
        concurrency: 1,
        settings: { sessionTimeout: sessionMs, partitionAssigners: [await wholeAssigner(since)] },
        onAssigned: (partitions) => {
          onJoined();
          if (partitions.length === 0) void end();
          else if (!chosen || chosen.lost.signal.aborted) {
            const lost = new AbortController();
            const before = chosen?.ended;
            const ended = Promise.resolve(before).then(() => carry(options, AbortSignal.any([lost.signal, stopping])));
            chosen = { lost, ended };
          }
        },
        onBatch: async () => {},
        beforeLeaving: end,
      },
      stopping,
    );
  } finally {
    await end();
  }
}

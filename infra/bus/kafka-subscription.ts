import type { Consumer } from 'kafkajs';
import { createBackoff } from './backoff.ts';
import { wholeAssigner } from './kafka-assigner.ts';
import { asKafkaError, many, type OpenKafka, within } from './kafka-client.ts';
import { beMember } from './kafka-membership.ts';
import { type KafkaReader, openReader } from './kafka-reader.ts';
import type { KafkaTopic } from './kafka-topic.ts';
import type { Subscribe, Subscription } from './port.ts';

/** A process that died without a word is replaced after this. */
const sessionMs = 10_000;
/** Kafka's own offsets are committed this often; consumers begin at their checkpoints, so these only tell operators the lag. */
const commitEveryMs = 1_000;

export interface KafkaSource {
  topic: KafkaTopic;
  open: OpenKafka;
}

/** Consumes as a member of the group until it is stopped; begins anew whenever the client gives up. */
export function subscribeToKafka(options: Subscribe, source: KafkaSource): Subscription {
  const since = Date.now();
  const stopping = new AbortController();
  const backoff = createBackoff(stopping.signal);
  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await consume(options, source, since, stopping.signal, backoff.reset);
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

async function consume(options: Subscribe, { topic, open }: KafkaSource, since: number, stopping: AbortSignal, onJoined: () => void): Promise<void> {
  const concurrency = await topic.partitions();
  const kafka = await open(options.onError, many);
  const busy = new Set<Promise<void>>();
  let readers = new Map<number, KafkaReader>();
  let generation = new AbortController();
  const commit = async (consumer: Consumer): Promise<void> => {
    const offsets = [...readers].map(([partition, reader]) => ({ topic: topic.name, partition, offset: reader.uncommitted() }));
    const news = offsets.flatMap(({ offset, ...place }) => (offset === null ? [] : [{ ...place, offset }]));
    // Only a hint, and the next one comes soon.
    if (news.length > 0) await within(commitEveryMs, consumer.commitOffsets(news)).catch(() => {});
  };
  let committing: NodeJS.Timeout | undefined;
  try {
    await beMember(
      kafka,
      {
        group: `${topic.name}.${options.group}`,
        topic: topic.name,
        concurrency,
        settings: { sessionTimeout: sessionMs, ...(options.whole && { partitionAssigners: [await wholeAssigner(since)] }) },
        onAssigned: (partitions, consumer) => {
          generation.abort();
          generation = new AbortController();
          const ended = AbortSignal.any([generation.signal, stopping]);
          readers = new Map(partitions.map((partition) => [partition, openReader(partition, { options, topic, consumer, ended })]));
          committing ??= setInterval(() => void commit(consumer), commitEveryMs).unref();
          onJoined();
        },
        onBatch: async (payload) => {
          const work = readers.get(payload.batch.partition)?.take(payload) ?? Promise.resolve();
          busy.add(work);
          await work.finally(() => busy.delete(work));
        },
        beforeLeaving: async (consumer) => {
          await Promise.allSettled(busy);
          await commit(consumer);
        },
      },
      stopping,
    );
  } finally {
    generation.abort();
    clearInterval(committing);
    await Promise.allSettled(busy);
  }
}

import { randomUUID } from 'node:crypto';
import type { Consumer } from 'kafkajs';
import type { EventStore } from '../event-store/port.ts';
import type { Log } from '../log.ts';
import { type KafkaAddress, kafkaClient, loadKafkajs, type OpenKafka, withTimeout } from './kafka/client.ts';
import { consumerSessionMs, keepMembership, type Membership, spreadRank, wholeAssigner } from './kafka/membership.ts';
import { createProcessReader, type ProcessReader } from './kafka/process-reader.ts';
import { type KafkaReader, openReader } from './kafka/reader.ts';
import { partitionFor } from './kafka/record.ts';
import { relayToKafka } from './kafka/relay.ts';
import { type KafkaTopic, kafkaTopic } from './kafka/topic.ts';
import type { Bus, SubscribeOptions, Subscription } from './port.ts';

export interface KafkaBusOptions extends KafkaAddress {
  /** Topic of the log; `<topic>.relay` is the topic for the relay's lease. */
  topic?: string;
}

/**
 * Delivers the log over Kafka: one process relays the whole log to a topic, and all consumers read the topic. Connects at the first use. The caller
 * closes the event store.
 */
export function kafkaBus({ topic: name = 'waystory.events', ...address }: KafkaBusOptions, events: EventStore, log?: Pick<Log, 'debug'>): Bus {
  const open = kafkaClient(address, log);
  const topic = kafkaTopic(name, open);
  const running = new Set<Subscription>();
  const onError = (error: unknown): void => log?.debug({ err: error, engine: 'kafka' }, 'the reader of all consumers begins anew');
  const processReader = createProcessReader({ topic, open, isWorthwhile: () => running.size > 1, onError });
  const source = { topic, open, processReader, process: randomUUID() };
  const keep = ({ stop }: Subscription): Subscription => {
    const kept = { stop: () => stop().finally(() => running.delete(kept)) };
    running.add(kept);
    return kept;
  };
  return {
    subscribe: (options) => keep(subscribeToKafka(options, source)),
    heads: async () => {
      const partitions = await topic.partitions();
      const head = await events.head();
      return Object.fromEntries(Array.from({ length: partitions }, (_, partition) => [String(partition), head]));
    },
    partitionOf: async (stream) => String(partitionFor(stream, await topic.partitions())),
    relay: (options) => keep(relayToKafka({ topic, open, events, ...options })),
    close: async () => {
      await Promise.all([...running].map((subscription) => subscription.stop()));
      await processReader.stop();
      await topic.close();
    },
  };
}

/** Commit interval of Kafka offsets, milliseconds. Consumers begin at their own checkpoints, so committed offsets only show operators the lag. */
const commitEveryMs = 5_000;

interface KafkaSource {
  topic: KafkaTopic;
  open: OpenKafka;
  processReader: ProcessReader;
  /** Id of this process, from which its rank in `spread` groups follows. */
  process: string;
}

/** Consumes as a member of the group `<topic>.<group>` until stopped. */
function subscribeToKafka(options: SubscribeOptions, source: KafkaSource): Subscription {
  const rank = options.whole === 'spread' ? spreadRank(options.group, source.process) : Date.now();
  return keepMembership((stopping) => consumer(options, source, rank, stopping), options.onError);
}

async function consumer(
  options: SubscribeOptions,
  { topic, open, processReader }: KafkaSource,
  rank: number,
  stopping: AbortSignal,
): Promise<Membership> {
  const { PartitionAssigners } = await loadKafkajs();
  const works = createWorks();
  const committer = createCommitter(topic.name);
  let readers = new Map<number, KafkaReader>();
  let generation = new AbortController();
  return {
    kafka: await open(options.onError),
    group: `${topic.name}.${options.group}`,
    topic: topic.name,
    fromBeginning: true,
    sessionMs: consumerSessionMs,
    assigner: options.whole ? await wholeAssigner(rank) : PartitionAssigners.roundRobin,
    concurrency: await topic.partitions(),
    onAssigned: (partitions, consumer) => {
      generation.abort();
      generation = new AbortController();
      const ended = AbortSignal.any([generation.signal, stopping]);
      const reading = { options, topic, processReader, consumer, ended, busy: works.add };
      readers = new Map(partitions.map((partition) => [partition, openReader(partition, reading)]));
      committer.begin(consumer, readers);
    },
    onBatch: (payload) => {
      const work = readers.get(payload.batch.partition)?.take(payload) ?? Promise.resolve();
      works.add(work);
      return work;
    },
    beforeSharing: () => {
      generation.abort();
      return works.ended();
    },
    beforeLeaving: async () => {
      await works.ended();
      await committer.commit();
    },
    ended: async () => {
      generation.abort();
      committer.end();
      await works.ended();
    },
  };
}

interface Works {
  add(work: Promise<void>): void;
  /** Resolves when all added work has ended. */
  ended(): Promise<void>;
}

function createWorks(): Works {
  const busy = new Set<Promise<void>>();
  return {
    add: (work) => {
      busy.add(work);
      const done = (): boolean => busy.delete(work);
      work.then(done, done);
    },
    ended: async () => {
      await Promise.allSettled(busy);
    },
  };
}

interface Committer {
  /** Begins to commit the progress of these readers at intervals. */
  begin(consumer: Consumer, readers: ReadonlyMap<number, KafkaReader>): void;
  commit(): Promise<void>;
  end(): void;
}

function createCommitter(topic: string): Committer {
  let timer: NodeJS.Timeout | undefined;
  let commit = async (): Promise<void> => {};
  const end = (): void => clearInterval(timer);
  return {
    begin: (consumer, readers) => {
      end();
      commit = async () => {
        const offsets = [...readers].map(([partition, reader]) => ({ topic, partition, offset: reader.uncommitted() }));
        const news = offsets.flatMap(({ offset, ...of }) => (offset === null ? [] : [{ ...of, offset }]));
        // A failed commit is harmless, because the next one follows soon.
        if (news.length > 0) await withTimeout(commitEveryMs, consumer.commitOffsets(news)).catch(() => {});
      };
      timer = setInterval(() => void commit(), commitEveryMs).unref();
    },
    commit: () => commit(),
    end,
  };
}

import type { Consumer } from 'kafkajs';
import type { Subscribe, Subscription } from '../port.ts';
import { spreadRank, wholeAssigner } from './assigner.ts';
import { type OpenKafka, within } from './client.ts';
import { loadKafkajs } from './kafkajs.ts';
import { consumerSessionMs, keepMember, type Membership } from './membership.ts';
import type { ProcessReader } from './process-reader.ts';
import { type KafkaReader, openReader } from './reader.ts';
import type { KafkaTopic } from './topic.ts';

/** Commit interval of Kafka offsets, milliseconds. Consumers begin at their own checkpoints, so committed offsets only show operators the lag. */
const commitEveryMs = 5_000;

export interface KafkaSource {
  topic: KafkaTopic;
  open: OpenKafka;
  processReader: ProcessReader;
  /** Id of this process within the groups of its consumers. */
  process: string;
}

/** Consumes as a member of the group `<topic>.<group>` until stopped. */
export function subscribeToKafka(options: Subscribe, source: KafkaSource): Subscription {
  const rank = options.whole === 'spread' ? spreadRank(options.group, source.process) : Date.now();
  return keepMember((stopping) => consumer(options, source, rank, stopping), options.onError);
}

async function consumer(options: Subscribe, { topic, open, processReader }: KafkaSource, rank: number, stopping: AbortSignal): Promise<Membership> {
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
  /** Resolves when all readers have settled. */
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
        if (news.length > 0) await within(commitEveryMs, consumer.commitOffsets(news)).catch(() => {});
      };
      timer = setInterval(() => void commit(), commitEveryMs).unref();
    },
    commit: () => commit(),
    end,
  };
}

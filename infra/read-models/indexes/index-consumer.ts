import { createLatch, type Latch } from '../../bus/latch.ts';
import type { BusBatch } from '../../bus/port.ts';
import type { EventStore, Position } from '../../event-store/port.ts';
import type { Log } from '../../log.ts';
import type { ParkedEvents } from '../../parked-events/port.ts';
import type { ProjectionStore } from '../../projection-store/port.ts';
import type { SearchEngine } from '../../search/port.ts';
import { activeBuild, versionOf } from '../builds/builds.ts';
import { beforeFirst, buildName } from '../projector/projector-commit.ts';
import type { BuildConsumer } from '../projector/projector-consumer.ts';
import type { ProjectionIndex } from '../searchable.ts';
import { concernedBy, indexBuildName, indexedDoc, searchedByIds } from './index-documents.ts';

/** Documents in one write. */
export const docsPerWrite = 500;
/** How long a batch waits for the projection before it is delivered again, milliseconds. */
const patience = 10_000;

export interface IndexOptions {
  index: ProjectionIndex;
  store: ProjectionStore;
  search: SearchEngine;
  events: EventStore;
  parked: ParkedEvents;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
}

/** Keeps one build of an index up to date with the documents of its projection, batch by batch. */
export function createIndexConsumer(options: IndexOptions, build: number): BuildConsumer {
  const { index, store, search, events } = options;
  const name = buildName({ projection: index.as, build });
  const closing = new AbortController();
  const progress = followProgress(options, closing.signal);
  return {
    from: async (partition) => (await store.checkpoints(name))[partition]?.offset ?? beforeFirst,
    handle: async ({ partition, records, to, watermark }: BusBatch) => {
      const ids = await concernedBy(index, records, events);
      if (ids.length > 0) {
        const source = await progress.reached(partition, records.at(-1)?.event.position ?? watermark);
        for (let from = 0; from < ids.length; from += docsPerWrite) {
          const docs = await searchedByIds({ index, store, build: source.build }, ids.slice(from, from + docsPerWrite));
          await search.write(
            indexBuildName(index, build),
            docs.map((doc) => indexedDoc(doc, source.watermark)),
          );
        }
      }
      store.passOver(name, partition, { offset: to, watermark }, watermark);
    },
    close: async () => {
      closing.abort(new Error(`${name} was stopped`));
      progress.close();
    },
  };
}

interface Reached {
  /** Build of the projection. */
  build: number;
  /** Position that its documents are as of, as far as the partition is concerned. */
  watermark: Position;
}

/** Waits for the build of the projection that readers use. */
function followProgress({ index: { projection }, store }: Pick<IndexOptions, 'index' | 'store'>, closing: AbortSignal) {
  const waiting = new Set<Latch>();
  /** The build in use as it was asked for last, and what notices have told of it since. */
  let known: Reached | null = null;
  const unsubscribe = store.onChange(({ projection: name, watermark }) => {
    if (name === projection.name) known = null;
    else if (known && name === buildName({ projection, build: known.build }))
      known = { ...known, watermark: Math.max(known.watermark, watermark ?? known.watermark) };
    else if (!name.startsWith(`${projection.name}@`)) return;
    for (const latch of waiting) latch.open();
  });
  const ask = async (partition: string): Promise<Reached> => {
    const build = await activeBuild({ projection, store });
    if (build === undefined || versionOf(build) !== projection.version) throw new Error(`${projection.name}@${projection.version} is not in use`);
    const checkpoint = (await store.checkpoints(buildName({ projection, build })))[partition];
    known = { build, watermark: 0 };
    return { build, watermark: checkpoint?.watermark ?? 0 };
  };
  return {
    /** @throws Error when that takes too long. */
    reached: async (partition: string, position: Position): Promise<Reached> => {
      const deadline = Date.now() + patience;
      const moved = createLatch();
      waiting.add(moved);
      try {
        for (;;) {
          closing.throwIfAborted();
          moved.close();
          const reached: Reached = known && known.watermark >= position ? known : await ask(partition);
          if (reached.watermark >= position) return reached;
          if (Date.now() >= deadline) throw new Error(`${projection.name} is at ${reached.watermark} and not yet at ${position}`);
          await moved.opened(deadline - Date.now(), closing);
        }
      } finally {
        waiting.delete(moved);
      }
    },
    close: unsubscribe,
  };
}

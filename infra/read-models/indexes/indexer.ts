import type { BusBatch } from '../../bus/port.ts';
import { runConsumer } from '../../consumers/consumer.ts';
import { coalesce } from '../../waiting.ts';
import { createWaitLog } from '../builds/build-beside.ts';
import { type Consuming, followBuilds, type RunningBuilds } from '../builds/build-follower.ts';
import { typesOf } from '../projector/fold.ts';
import { buildName, replaysOf } from '../projector/projector-commit.ts';
import { asBuilds, type BuildIndexOptions, currentBuild, upgradeIndex, usableBuild } from './index-build.ts';
import { createIndexConsumer } from './index-consumer.ts';

/** Pause after a batch, milliseconds, for an engine without delayed visibility. */
const restMs = 100;
/**
 * Longest wait of an event for further ones, milliseconds: a document is indexed whole, so changes are debounced. Elasticsearch refreshes at the same
 * interval.
 */
const indexLingerMs = 1_000;

export interface IndexerOptions extends BuildIndexOptions {
  /** Resolves when the projection is in use in the declared version. */
  projected: Promise<void>;
}

/**
 * Keeps an index up to date with the documents of its projection. Rebuilds an index that was lost, has another version, or comes from an abandoned
 * build. Searches continue meanwhile. During an outage of the engine it waits, and catches up.
 */
export function runIndexer(options: IndexerOptions): RunningBuilds {
  const { index, store, log, projected } = options;
  const stopping = new AbortController();
  const running = followBuilds({
    ...asBuilds(options),
    log,
    choose: async (ended) => {
      await untilAborted(projected, ended);
      return buildToFollow(options, ended);
    },
    consume: (build, onTrouble) =>
      consume(options, build, () => {
        onTrouble();
        // The engine may have lost the index.
        renew.request();
      }),
    heads: options.bus.heads,
  });
  const renew = coalesce(
    async () => {
      await untilAborted(running.ready, stopping.signal);
      if ((await currentBuild(options)) === undefined) await upgradeIndex(options, stopping.signal);
    },
    (error) => {
      if (!stopping.signal.aborted) log.error({ err: error, projection: index.as.name }, 'an index could not be made anew and will try again');
    },
    stopping.signal,
  );
  const unsubscribe = store.onChange(({ projection }) => {
    if (projection === index.projection.name || projection === replaysOf(index)) renew.request();
  });
  renew.request();
  return {
    ready: running.ready,
    stop: async () => {
      unsubscribe();
      stopping.abort(new Error(`${index.as.name} was stopped`));
      await Promise.all([running.stop(), renew.ended()]);
    },
  };
}

/** An outdated build is followed until its successor exists; an unreadable one is rebuilt first. */
const buildToFollow = async (options: IndexerOptions, stopping: AbortSignal): Promise<number> =>
  (await usableBuild(options)) ?? (await upgradeIndex(options, stopping));

function consume(options: IndexerOptions, build: number, onTrouble: () => void): Consuming {
  const { index, bus, log } = options;
  const consumer = createIndexConsumer(options, build);
  const about = { projection: buildName({ projection: index.as, build }) };
  const waits = createWaitLog(log, about);
  let isOver = false;
  const watched = { ...consumer, handle: (batch: BusBatch) => consumer.handle(batch).then(waits.over) };
  const subscription = runConsumer(bus, watched, {
    group: buildName({ projection: index.as, build: index.as.version }),
    types: typesOf(index.projection),
    restMs,
    lingerMs: indexLingerMs,
    onError: (error) => {
      if (!isOver && !waits.takes(error)) log.error({ err: error, ...about }, 'a batch was not indexed and will be delivered again');
      // The build may have been dropped without a received notice.
      onTrouble();
    },
  });
  const stop = (): Promise<void> => {
    isOver = true;
    return subscription.stop();
  };
  return { build, stop };
}

/** Resolves with the outcome, or rejects when the signal is aborted first. */
function untilAborted(outcome: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  outcome.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}

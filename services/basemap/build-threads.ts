import { Worker } from 'node:worker_threads';
import type { Layer, Plan } from './edition.ts';

/** What is to be built. */
export interface BuildOrder {
  /** Where archives are written. */
  folder: string;
  edition: string;
  plan: Plan;
  /** Those that are not there. */
  layers: readonly Layer[];
}

/** The part of an order that one thread builds. */
export type ThreadOrder = BuildOrder;

/** What a build tells while it runs; the share is that of all tiles of a layer, 0 to 1. */
export type BuildNews = { kind: 'progress'; layer: Layer; share: number } | { kind: 'archive'; layer: Layer; maxzoom: number };

/** Vectors and pictures are built side by side, on two cores. */
const lanes: readonly (readonly Layer[])[] = [['street'], ['satellite', 'relief']];

/** Coasts and waters of the world lie outside the heap; a region of them and its tiles lie in it. Megabytes. */
const resourceLimits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 64 };

export interface Build {
  /** Resolves when all is built or the build was stopped; rejects when a part of it failed. */
  finished: Promise<void>;
  stop(): Promise<void>;
}

/** Builds tiles in threads of their own, so that requests are answered meanwhile. */
export function startBuild(order: BuildOrder, hear: (news: BuildNews) => void): Build {
  const workers = lanes
    .map((lane) => order.layers.filter((layer) => lane.includes(layer)))
    .filter((layers) => layers.length > 0)
    .map((layers) => startThread({ ...order, layers }, hear));
  return {
    finished: Promise.all(workers.map(endOf)).then(() => {}),
    async stop() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function startThread(order: ThreadOrder, hear: (news: BuildNews) => void): Worker {
  const worker = new Worker(new URL('./build/build.worker.ts', import.meta.url), { name: 'basemap', workerData: order, resourceLimits });
  worker.on('message', hear);
  // A process that has nothing else to do need not stay for the map.
  worker.unref();
  return worker;
}

function endOf(worker: Worker): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.once('error', reject);
  worker.once('exit', () => resolve());
  return promise;
}

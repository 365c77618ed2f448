import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Adapters } from '@waystory/infra/adapters.ts';
import { createLog } from '@waystory/infra/log.ts';
import { rebuild } from '@waystory/infra/read-models/builds/rebuild.ts';
import { upgradeIndex } from '@waystory/infra/read-models/indexes/index-build.ts';
import type { AnyProjection } from '@waystory/infra/read-models/projection.ts';
import { indexesOf } from '@waystory/infra/read-models/searchable.ts';
import { definitions } from '../all.ts';

const projections = definitions.flatMap((definition) => definition.projections);
const isSearched = (projection: AnyProjection): boolean => indexesOf(projection).length > 0;
const log = createLog('warn');

/**
 * Builds every read model and search index of a restored log in bulk, because a normal start would project event by event. Two threads have about
 * half of the work each: this one builds the read models with a search index, a worker thread all others.
 */
export async function buildReadModels(engines: Adapters): Promise<void> {
  const worker = new Worker(new URL('./read-models-worker.ts', import.meta.url));
  try {
    await Promise.all([ended(worker), ...projections.filter(isSearched).map((one) => buildSearched(engines, one))]);
  } finally {
    await worker.terminate();
  }
}

/** Builds the read models without a search index, in the worker thread. */
export async function buildUnindexedReadModels(engines: Adapters): Promise<void> {
  await Promise.all(projections.filter((one) => !isSearched(one)).map((one) => build(engines, one)));
}

const build = (engines: Adapters, projection: AnyProjection): Promise<number> => rebuild({ ...engines, projection, store: engines.projections, log });

async function buildSearched(engines: Adapters, projection: AnyProjection): Promise<void> {
  await build(engines, projection);
  await Promise.all(indexesOf(projection).map((index) => upgradeIndex({ ...engines, index, store: engines.projections, log })));
}

/** Resolves when the worker has exited. @throws Error when its exit code is not 0. */
async function ended(worker: Worker): Promise<void> {
  const [code] = await once(worker, 'exit');
  if (code !== 0) throw new Error(`The thread that builds read models ended with ${code}`);
}

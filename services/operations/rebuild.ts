import type { Adapters } from '@waystory/infra/adapters.ts';
import { createLog } from '@waystory/infra/log.ts';
import { rebuild } from '@waystory/infra/read-models/builds/rebuild.ts';
import { rebuildIndex, upgradeIndex } from '@waystory/infra/read-models/indexes/index-build.ts';
import type { AnyProjection } from '@waystory/infra/read-models/projection.ts';
import { indexesOf, type ProjectionIndex } from '@waystory/infra/read-models/searchable.ts';
import { definitions } from '../all.ts';
import { runOnEngines, UsageError } from './on-engines.ts';

const everything = 'all';
const log = createLog('warn');
const partsFor = (engines: Adapters, index: ProjectionIndex) => ({ ...engines, index, store: engines.projections, log });

/**
 * `npm run rebuild -- NAME`: rebuilds a read model from the log, or an index from its read model. Readers use the old build until the new one is
 * complete.
 */
await runOnEngines(async (engines) => {
  const [name] = process.argv.slice(2);
  const projections = definitions.flatMap((definition) => definition.projections);
  const indexes = projections.flatMap(indexesOf);
  const chosen = projections.filter((one) => one.name === name || name === everything);
  const index = indexes.find((one) => one.as.name === name);
  if (chosen.length === 0 && !index) {
    const names = [...projections.map((one) => one.name), ...indexes.map((one) => one.as.name), everything];
    throw new UsageError(`Usage: npm run rebuild -- ${names.join(' | ')}`);
  }
  for (const projection of chosen) await rebuildProjection(engines, projection);
  if (index) await timed(index.as.name, () => rebuildIndex(partsFor(engines, index)));
  return 0;
});

/** Rebuilds a read model, then its indexes. A running product may have rebuilt the indexes already. */
async function rebuildProjection(engines: Adapters, projection: AnyProjection): Promise<void> {
  await timed(projection.name, () => rebuild({ ...engines, projection, store: engines.projections, log }));
  for (const index of indexesOf(projection)) await timed(index.as.name, () => upgradeIndex(partsFor(engines, index)));
}

async function timed(name: string, work: () => Promise<number>): Promise<void> {
  const from = Date.now();
  const build = await work();
  console.log(`${name}: build ${build} is in use after ${((Date.now() - from) / 1_000).toFixed(1)} s`);
}

import { type Adapters, openAdapters } from '@waystory/infra/adapters.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { createLog } from '@waystory/infra/log.ts';
import { rebuild } from '@waystory/infra/read-models/builds/rebuild.ts';
import { itinerariesService } from '@waystory/services/itineraries/service.ts';
import { buildReadModels } from '@waystory/services/operations/build-read-models.ts';
import type { Extent } from './stage.ts';
import { writeStoryDocuments } from './story-documents.ts';

/** Those of stories are written by Postgres; the others here are few. */
const written = ['stories', 'places'];

async function buildStories(engines: Adapters, events: number): Promise<void> {
  const client = await engines.pool?.connect();
  if (!client) throw new Error('Stories are written into Postgres only');
  await writeStoryDocuments(client, engines.projections, events);
  client.release();
  const others = itinerariesService.projections.filter(({ name }) => !written.includes(name));
  await Promise.all(others.map((projection) => rebuild({ ...engines, projection, store: engines.projections, log })));
}

const log = createLog('warn');
// A process of its own, as a restore has it, on the data folder that its environment names.
const engines = await openAdapters(readConfig(), log);
// The arguments are what the bench passes.
const [extent, events] = [process.argv[2] as Extent, Number(process.argv[3])];
await (extent === 'whole' ? buildReadModels(engines) : buildStories(engines, events));
await engines.close();
process.exit(0);

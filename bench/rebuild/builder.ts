import { createLog } from '@waystory/infra/log.ts';
import { activeBuild, dropRetired, graceMs } from '@waystory/infra/read-models/builds/builds.ts';
import { rebuild } from '@waystory/infra/read-models/builds/rebuild.ts';
import { answerQuestions } from '../harness/worker.ts';
import { openEngine, type RebuildSettings } from './engine.ts';
import { rawWriter } from './raw.ts';

/** `build`: makes everything, and is timed. `clear`: removes what `build` left that nobody reads. */
export type BuilderQuestion = 'build' | 'clear';

/** Number of the build of each projection that is in use now. */
export type Builds = Record<string, number>;

const log = createLog('error');

// The one argument is what the bench passes.
const settings = JSON.parse(process.argv[2] ?? '{}') as RebuildSettings;
const engine = openEngine(settings);
const { projections, bus, store, parked } = engine;

/** All at once, as a process does that starts with a new version of each: they share what they read of the log. */
async function rebuildAll(): Promise<Builds> {
  const rebuilt = projections.map(async (projection) => [projection.name, await rebuild({ projection, bus, store, parked, log })] as const);
  return Object.fromEntries(await Promise.all(rebuilt));
}

/** The grace is for readers that have not noticed yet; the bench asks its reader whether it has. */
async function dropOld(): Promise<void> {
  for (const projection of projections) await dropRetired({ projection, store, parked }, Date.now() + graceMs + 1);
}

async function builds(): Promise<Builds> {
  const found: Builds = {};
  for (const projection of projections) found[projection.name] = (await activeBuild({ projection, store })) ?? 0;
  return found;
}

if (settings.arm === 'ours') {
  answerQuestions<BuilderQuestion>((question) => (question === 'build' ? rebuildAll() : dropOld()), engine.close);
} else {
  const raw = await rawWriter(settings, engine, await builds());
  answerQuestions<BuilderQuestion>(
    (question) => (question === 'build' ? raw.write() : raw.clear()),
    async () => {
      await raw.close();
      await engine.close();
    },
  );
}

import { setTimeout as pause } from 'node:timers/promises';
import { anonymousPrincipal } from '@waystory/infra/identity/principal.ts';
import { createLog } from '@waystory/infra/log.ts';
import { createReadSide, type Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { itineraryList } from '@waystory/proto/itineraries/itinerary.ts';
import { listQuery } from '@waystory/proto/kit/list.ts';
import { itineraries } from '@waystory/services/itineraries/itinerary/stories.projection.ts';
import { storyId } from '../harness/event-log.ts';
import { answerQuestions, workerSettings } from '../harness/worker.ts';
import { type ActiveBuilds, type EngineSettings, openRebuildStores } from './builder.ts';

/** `take`: returns the reads since the last question. `follow`: resolves when the reader uses only these builds. */
export type ReaderQuestion = { ask: 'take' } | { ask: 'follow'; builds: ActiveBuilds };

export interface ReadResults {
  /** Latencies, milliseconds. */
  latencies: number[];
  errors: string[];
}

const readEveryMs = 20;
const checkEveryMs = 10;
const cards = listQuery(itineraryList).parse({ limit: 25 });

const { stories, ...settings } = workerSettings<EngineSettings & { stories: number }>();
const engine = openRebuildStores(settings);
const readSide = await createReadSide(engine.store, engine.projections, createLog('error'));

let results: ReadResults = { latencies: [], errors: [] };
let [rounds, isClosing] = [0, false];

/** The most frequent reads, in turn: a page of cards, and an itinerary by its id. */
async function readOnce(reads: Reads): Promise<void> {
  if (rounds % 2 === 0) {
    const { items } = await reads.list(itineraries, cards);
    if (items.length !== cards.limit) throw new Error(`A page has ${items.length} cards`);
  } else if (!(await reads.one(itineraries, storyId(rounds % stories)))) throw new Error('A story is missing');
}

const reading = (async () => {
  for (; !isClosing; rounds++) {
    const begin = performance.now();
    try {
      await readOnce(readSide.forRequest(anonymousPrincipal, 0));
      results.latencies.push(performance.now() - begin);
    } catch (error) {
      results.errors.push(String(error));
    }
    await pause(readEveryMs);
  }
})();

/** Waits until the read side uses these builds and the read in flight has ended. */
async function follow(builds: ActiveBuilds): Promise<void> {
  while (Object.entries(builds).some(([name, build]) => !readSide.stamp([name])?.startsWith(`${build}:`))) await pause(checkEveryMs);
  const then = rounds;
  while (rounds === then) await pause(checkEveryMs);
}

function take(): ReadResults {
  const taken = results;
  results = { latencies: [], errors: [] };
  return taken;
}

answerQuestions<ReaderQuestion>(
  async (question) => (question.ask === 'take' ? take() : follow(question.builds)),
  async () => {
    isClosing = true;
    await reading;
    readSide.close();
    await engine.close();
  },
);

import { setTimeout as pause } from 'node:timers/promises';
import { anonymous } from '@waystory/infra/identity/principal.ts';
import { createLog } from '@waystory/infra/log.ts';
import { createReadSide, type Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { itineraryList } from '@waystory/proto/itineraries/itinerary.ts';
import { listQuery } from '@waystory/proto/kit/list.ts';
import { itineraries } from '@waystory/services/itineraries/itinerary/stories.projection.ts';
import { storyId } from '../harness/numbered-ids.ts';
import { answerQuestions } from '../harness/worker.ts';
import type { Builds } from './builder.ts';
import { openEngine, type RebuildSettings } from './engine.ts';

export interface ReaderSettings extends Omit<RebuildSettings, 'arm'> {
  stories: number;
}

export type ReaderQuestion =
  /** What was read since the last time. */
  | { ask: 'take' }
  /** Answers when nothing is read of other builds any more. */
  | { ask: 'follow'; builds: Builds };

export interface ReadsDone {
  /** Milliseconds of each. */
  latencies: number[];
  errors: string[];
}

const everyMs = 20;
const lookEveryMs = 10;
const cards = listQuery(itineraryList).parse({ limit: 25 });

// The one argument is what the bench passes.
const { stories, ...settings } = JSON.parse(process.argv[2] ?? '{}') as ReaderSettings;
const engine = openEngine(settings);
const readSide = await createReadSide(engine.store, engine.projections, createLog('error'));

let done: ReadsDone = { latencies: [], errors: [] };
let [rounds, closing] = [0, false];

/** What readers do most, in turn: a page of cards, and one itinerary by its id. */
async function readSome(reads: Reads): Promise<void> {
  if (rounds % 2 === 0) {
    const { items } = await reads.list(itineraries, cards);
    if (items.length !== cards.limit) throw new Error(`A page has ${items.length} cards`);
  } else if (!(await reads.one(itineraries, storyId(rounds % stories)))) throw new Error('A story is not there');
}

const reading = (async () => {
  for (; !closing; rounds++) {
    const begin = performance.now();
    try {
      await readSome(readSide.forRequest(anonymous, 0));
      done.latencies.push(performance.now() - begin);
    } catch (error) {
      done.errors.push(String(error));
    }
    await pause(everyMs);
  }
})();

/** Until the read side knows these builds, and the read that was under way then is over. */
async function follow(builds: Builds): Promise<void> {
  while (Object.entries(builds).some(([name, build]) => !readSide.stamp([name])?.startsWith(`${build}:`))) await pause(lookEveryMs);
  const then = rounds;
  while (rounds === then) await pause(lookEveryMs);
}

function take(): ReadsDone {
  const taken = done;
  done = { latencies: [], errors: [] };
  return taken;
}

answerQuestions<ReaderQuestion>(
  async (question) => (question.ask === 'take' ? take() : follow(question.builds)),
  async () => {
    closing = true;
    await reading;
    readSide.close();
    await engine.close();
  },
);

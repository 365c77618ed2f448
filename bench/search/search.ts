import { createPool } from '@waystory/infra/postgres/pool.ts';
import { postgresSearchEngine } from '@waystory/infra/search/postgres.ts';
import { machine } from '../harness/report.ts';
import { scratchPostgres } from '../harness/scratch-postgres.ts';
import type { CorpusSize } from './corpus.ts';
import { judgeSearch, leastWellAnswered, printJudgements, shareWell } from './judged.ts';
import { plainTsquery } from './plain-tsquery.ts';
import { ask, type Find, load, questionsOf, recallOf } from './searched-corpus.ts';
import { compareSpeed, reportAsked } from './speed.ts';

/** spec 10: sizes of a community that is well on its way. */
export const wholeCorpus: CorpusSize = { itineraries: 100_000, stops: 500_000 };
const shortCorpus: CorpusSize = { itineraries: 10_000, stops: 50_000 };

/** What people find by words, typed well and badly, and how long they wait: Postgres, beside its own full text search over the same texts. */
export async function searchBench({ short }: { short: boolean }): Promise<boolean> {
  const { size, asked, timed, pairs } = short
    ? { size: shortCorpus, asked: 250, timed: 50, pairs: 3 }
    : { size: wholeCorpus, asked: 1_000, timed: 250, pairs: 7 };
  const before = machine();
  const judgements = await judgeSearch();
  printJudgements(judgements);
  await using held = new AsyncDisposableStack();
  const postgres = await scratchPostgres();
  held.defer(postgres.close);
  const config = await postgres.createDatabase('searched');
  const pool = createPool(config, { max: 4 });
  held.defer(() => pool.end());
  const plain = await plainTsquery(config);
  held.defer(plain.close);
  const engine = postgresSearchEngine(pool);
  const loaded = await load(engine, size, plain.add);
  await plain.complete();
  const questions = questionsOf(loaded, asked);
  const find: Find = async (question) => (await ask(engine, question)).hits.map(({ id }) => id);
  const recall = { ours: await recallOf(find, questions, loaded.docs), reference: await recallOf(plain.find, questions, loaded.docs) };
  const pids = [process.pid, postgres.pid];
  const speed = await compareSpeed('Postgres', { find, pids }, { find: plain.find, pids }, questions.slice(0, timed), pairs);
  const bars = [
    { metric: 'p50', atMostMs: 25 },
    { metric: 'p99', atMostMs: 150 },
  ] as const;
  const notes = { ...size, asked, timed, pairs, loadSeconds: Math.round(loaded.seconds), wellAnswered: shareWell(judgements) };
  return reportAsked('search', before, { recall, speed, bars, notes }) && shareWell(judgements) >= leastWellAnswered;
}

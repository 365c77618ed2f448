import { startEngine } from '@waystory/infra/engine-servers/engine-server.ts';
import { elasticsearchSearchEngine } from '@waystory/infra/search/elasticsearch.ts';
import { machine } from '../harness/report.ts';
import { recording, straight } from './recorded-searches.ts';
import { wholeCorpus } from './search.ts';
import { ask, type Find, load, questionsOf, recallOf } from './searched-corpus.ts';
import { compareSpeed, reportAsked } from './speed.ts';

/** The same on Elasticsearch, beside the very searches that ours sends, sent straight to it. */
export async function elasticsearchBench({ short }: { short: boolean }): Promise<boolean> {
  const { size, asked, timed, pairs, memoryMb } = short
    ? { size: { itineraries: 5_000, stops: 25_000 }, asked: 100, timed: 25, pairs: 3, memoryMb: 256 }
    : { size: wholeCorpus, asked: 1_000, timed: 250, pairs: 7, memoryMb: 1_024 };
  const before = machine();
  await using held = new AsyncDisposableStack();
  const server = await startEngine('elasticsearch', { memoryMb, progress: console.log });
  held.defer(() => server.close());
  const url = server.settings.ELASTICSEARCH_URL ?? '';
  const engine = elasticsearchSearchEngine(url);
  held.defer(() => engine.close());
  const loaded = await load(engine, size);
  const questions = questionsOf(loaded, asked);
  const find: Find = async (question) => (await ask(engine, question)).hits.map(({ id }) => id);
  const watched = recording(find);
  const ours = await recallOf(watched.find, questions, loaded.docs);
  const reference = straight(url, watched.recorded);
  const recall = { ours, reference: await recallOf(reference, questions, loaded.docs) };
  const pids = [process.pid, server.pid];
  const speed = await compareSpeed('Elasticsearch', { find, pids }, { find: reference, pids }, questions.slice(0, timed), pairs);
  const bars = [
    { metric: 'p50', atMostTimes: 1.25 },
    { metric: 'p99', atMostTimes: 1.4 },
  ] as const;
  const notes = { ...size, asked, timed, pairs, memoryMb, loadSeconds: Math.round(loaded.seconds) };
  return reportAsked('elasticsearch', before, { recall, speed, bars, notes });
}

import { parseArgs } from 'node:util';
import { appendBench } from './append/append.ts';
import { besideBench } from './beside/beside.ts';
import { homeBench } from './home/home.ts';
import { httpBench } from './http/http.ts';
import { queryBench } from './query/query.ts';
import { rebuildBench } from './rebuild/rebuild.ts';
import { scaleBench } from './scale/scale.ts';
import { searchLagBench } from './search-lag/search-lag.ts';
import { serviceLevelsBench, serviceLevelsOfClusterBench, soakBench } from './service-levels/service-levels.ts';
import { storyBench } from './story/story.ts';
import { writesBench } from './writes/writes.ts';

interface Options {
  short: boolean;
  /** Folder of a built TREK, for the benchmark `beside`. */
  trek?: string | undefined;
  /** Data folder and number of events, for the benchmark `scale`. */
  keep?: string | undefined;
  events?: number | undefined;
}

/** Benchmarks by name; each answers whether no threshold was missed. */
const benches: Readonly<Record<string, (options: Options) => Promise<boolean>>> = {
  append: appendBench,
  beside: besideBench,
  home: homeBench,
  http: httpBench,
  query: queryBench,
  rebuild: rebuildBench,
  scale: scaleBench,
  'search-lag': searchLagBench,
  'service-levels': serviceLevelsBench,
  'service-levels-of-cluster': serviceLevelsOfClusterBench,
  soak: soakBench,
  story: storyBench,
  writes: writesBench,
};

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false }, trek: { type: 'string' }, keep: { type: 'string' }, events: { type: 'string' } },
  allowPositionals: true,
});
const bench = benches[positionals[0] ?? ''];
if (!bench) {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')} [--short]
       npm run bench -- beside [--trek DIR]
       npm run bench -- scale [--events N] [--keep DIR]`);
  process.exit(2);
}
const { short, trek, keep, events } = values;
if (!(await bench({ short, trek, keep, events: events === undefined ? undefined : Number(events) }))) process.exitCode = 1;

import { parseArgs } from 'node:util';
import { adminBench } from './admin/admin.ts';
import { appendBench } from './append/append.ts';
import { besideBench } from './beside/beside.ts';
import { boundsBench } from './bounds/bounds.ts';
import { bulkBench } from './bulk/bulk.ts';
import { busBench } from './bus/bus.ts';
import { chatBench } from './chat/chat.ts';
import { checkoutBench } from './checkout/checkout.ts';
import { editorBench } from './editor/editor.ts';
import { firstStartBench } from './first-start/first-start.ts';
import { growthBench } from './growth/growth.ts';
import { homeBench } from './home/home.ts';
import { httpBench } from './http/http.ts';
import { lagBench } from './lag/lag.ts';
import { queryBench } from './query/query.ts';
import { readAfterWriteBench } from './read-after-write/read-after-write.ts';
import { rebuildBench } from './rebuild/rebuild.ts';
import { scaleOfClusterBench } from './scale/cluster.ts';
import { scaleBench } from './scale/scale.ts';
import { elasticsearchBench } from './search/elasticsearch.ts';
import { searchBench } from './search/search.ts';
import { searchLagBench } from './search/search-lag.ts';
import { serviceLevelsBench, serviceLevelsOfClusterBench, soakBench } from './service-levels/service-levels.ts';
import { storyBench } from './story/story.ts';
import { tilesBench } from './tiles/tiles.ts';
import { tracingBench } from './tracing/tracing.ts';
import { writesBench } from './writes/writes.ts';

const benches = {
  admin: adminBench,
  append: appendBench,
  bus: busBench,
  lag: lagBench,
  rebuild: rebuildBench,
  query: queryBench,
  http: httpBench,
  growth: growthBench,
  tiles: tilesBench,
  home: homeBench,
  chat: chatBench,
  checkout: checkoutBench,
  story: storyBench,
  editor: editorBench,
  search: searchBench,
  elasticsearch: elasticsearchBench,
  'search-lag': searchLagBench,
  bounds: boundsBench,
  bulk: bulkBench,
  'read-after-write': readAfterWriteBench,
  'first-start': firstStartBench,
  tracing: tracingBench,
  'service-levels': serviceLevelsBench,
  'service-levels-of-cluster': serviceLevelsOfClusterBench,
  soak: soakBench,
  writes: writesBench,
  scale: scaleBench,
  'scale-of-cluster': scaleOfClusterBench,
};

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false }, trek: { type: 'string' }, keep: { type: 'string' }, events: { type: 'string' } },
  allowPositionals: true,
});
const [name = ''] = positionals;
const bench = Object.entries(benches).find(([known]) => known === name)?.[1];
if (!bench && name !== 'beside') {
  console.error(
    `Usage: npm run bench -- ${Object.keys(benches).join(' | ')} [--short]\n       npm run bench -- beside [--trek DIR] [--short]\n       npm run bench -- scale [--events N] [--keep DIR] [--short]\n       npm run bench -- scale-of-cluster [--events N] [--short]`,
  );
  process.exit(2);
}
const { short, trek, keep, events } = values;
const kept = { ...(keep !== undefined && { keep }), ...(events !== undefined && { events: Number(events) }) };
const held = bench ? await bench({ short, ...kept }) : await besideBench({ short, ...(trek !== undefined && { trek }) });
if (!held) process.exitCode = 1;

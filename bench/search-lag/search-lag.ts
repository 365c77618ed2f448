import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { runOpenLoop } from '../drills/environment/load.ts';
import { compareWithNullRun, type Threshold, thresholdText, type Variant, verdictOf } from '../harness/comparison.ts';
import { loadResultOf, measure } from '../harness/measurement.ts';
import type { Product } from '../harness/product.ts';
import { numberText, ratioText, report } from '../harness/report.ts';
import { Resources } from '../harness/resources.ts';
import { type ReferenceSettings, referenceIndex } from './reference.ts';

/** Index alias of the product's searches for itineraries. */
const productIndex = 'waystory-searched-itineraries';
const thresholds: readonly Threshold[] = [
  { metric: 'p50', atMost: 1.4 },
  { metric: 'p99', atMost: 1.4 },
];
/** Interval of searches for new documents, and the time after which a write counts as skipped, milliseconds. */
const searchEveryMs = 15;
const giveUpAfterMs = 20_000;

/** A path from a write to the index. */
interface Pipeline {
  index: string;
  pids: readonly number[];
  /** Resolves with the id of an acknowledged write. */
  write(title: string): Promise<string>;
}

/** Open-loop load: writes are sent by the clock, whether or not earlier ones were answered. */
interface OpenLoop {
  rate: number;
  seconds: number;
}

/**
 * Measures the lag from the acknowledgement of a write until a search of Elasticsearch finds its document. The reference is a minimal script with the
 * same hops.
 */
export async function searchLagBench({ short }: { short: boolean }): Promise<boolean> {
  const { pairs, seconds, rate } = short ? { pairs: 3, seconds: 6, rate: 10 } : { pairs: 7, seconds: 20, rate: 20 };
  await using resources = new Resources();
  const elasticsearch = await resources.engine('elasticsearch', { progress: console.log });
  const url = elasticsearch.settings.ELASTICSEARCH_URL ?? '';
  const product = await resources.product({ seed: 'none', settings: { SEARCH: 'elasticsearch', ELASTICSEARCH_URL: url } });
  const postgres = await resources.postgres();
  const settings: ReferenceSettings = { database: postgres.config, url };
  const { worker } = await resources.server(join(import.meta.dirname, 'reference.ts'), settings);
  const pool = resources.pool(postgres.config, 16);
  const skipped = { ours: 0, reference: 0 };
  const ours = variantOf(url, throughProduct(product, elasticsearch.pid), { rate, seconds }, (count) => {
    skipped.ours += count;
  });
  const pids = [postgres.pid, elasticsearch.pid, worker.pid];
  const reference = variantOf(url, throughScript(pool, pids), { rate, seconds }, (count) => {
    skipped.reference += count;
  });
  const comparison = await compareWithNullRun({ name: `${rate} writes a second`, ours, reference }, pairs, 'p50');
  const notes = { skipped, rate, pairs, seconds };
  console.log(JSON.stringify(notes));
  const holds = report({
    name: 'search-lag',
    before: resources.machine,
    head: ['lag until searchable', 'null p50', 'ratio', 'ms ours / ref', 'CPU ms/op ours / ref'],
    rows: thresholds.map((threshold) => {
      const [{ metric }, { ratio, nullRatio }] = [threshold, comparison];
      const beside = (of: 'cpu' | typeof metric): string => `${numberText(comparison.ours[of])} / ${numberText(comparison.reference[of])}`;
      const cells = [`${metric}, ${comparison.name}`, ratioText(nullRatio), ratioText(ratio[metric]), beside(metric), beside('cpu')];
      return { cells, threshold: thresholdText(threshold), verdict: verdictOf(comparison, threshold) };
    }),
    result: { notes, comparison },
  });
  return holds && skipped.ours === 0;
}

const throughProduct = ({ port, token, pids }: Product, elasticsearch: number): Pipeline => ({
  index: productIndex,
  pids: [...pids, elasticsearch],
  write: async (title) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}/api/itineraries`, { method: 'POST', headers, body: JSON.stringify({ title }) });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return ((await response.json()) as { id: string }).id; // an itinerary
  },
});

const throughScript = (pool: pg.Pool, pids: readonly number[]): Pipeline => ({
  index: referenceIndex,
  pids,
  write: async (title) => {
    const id = randomUUID();
    const text = `with added as (insert into log (story, data) values ($1, $2) returning position) select pg_notify('log', '') from added`;
    await pool.query({ name: 'insert', text, values: [id, JSON.stringify({ title })] });
    return id;
  },
});

let written = 0;

/** Measures the lag of each write, milliseconds. A write that is never found counts as skipped. */
function variantOf(url: string, { index, pids, write }: Pipeline, { rate, seconds }: OpenLoop, onSkipped: (count: number) => void): Variant {
  const block = async () => {
    const waiting = new Map<string, number>();
    const lags: number[] = [];
    const begin = performance.now();
    const send = async (): Promise<void> => {
      waiting.set(await write(`Story ${written++} of many`), performance.now());
    };
    let isSent = false;
    const sending = runOpenLoop(rate, send, AbortSignal.timeout(seconds * 1_000)).then(() => {
      isSent = true;
    });
    for (let last = performance.now(); !isSent || waiting.size > 0; await pause(searchEveryMs)) {
      for (const id of await foundAmong(url, index, [...waiting.keys()])) {
        last = performance.now();
        lags.push(last - (waiting.get(id) ?? last));
        waiting.delete(id);
      }
      if (isSent && performance.now() - last > giveUpAfterMs) break;
    }
    await sending;
    onSkipped(waiting.size);
    return loadResultOf(lags, begin);
  };
  return () => measure(block, pids);
}

interface SearchResponse {
  hits: { hits: { fields: { id: [string] } }[] };
}

/** Ids that a search finds among these. */
async function foundAmong(url: string, index: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const body = JSON.stringify({ query: { terms: { id: ids } }, size: ids.length, _source: false, docvalue_fields: ['id'] });
  const response = await fetch(`${url}/${index}/_search`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  if (!response.ok) throw new Error(`${index}: ${response.status} ${await response.text()}`);
  const { hits } = (await response.json()) as SearchResponse; // a search of Elasticsearch
  return hits.hits.map(({ fields }) => fields.id[0]);
}

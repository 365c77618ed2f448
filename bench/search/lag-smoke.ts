import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startEngine } from '@waystory/infra/engine-servers/engine-server.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';
import { type Bar, barText, held as heldBar } from '../harness/bars.ts';
import { judge, type Verdict } from '../harness/compare.ts';
import { type Product, startProduct } from '../harness/product.ts';
import { keep, type Machine, machine, machineText, numberText, printTable, ratioText } from '../harness/report.ts';
import { scratchPostgres } from '../harness/scratch-postgres.ts';
import { startWorker } from '../harness/worker.ts';
import type { PipeSettings } from './bare-pipe.ts';
import { bareIndex, type Pipe, pacedBlock, type Written } from './searchable-lag.ts';

/** Alias that the product's searches of itineraries go to. */
const productIndex = 'waystory-searched-itineraries';
const bars: readonly Bar[] = [
  { metric: 'p50', atMost: 1.4 },
  { metric: 'p99', atMost: 1.4 },
];

/** From a write being acknowledged to it being found in Elasticsearch: the product, beside a script of the same hops. */
export async function searchLagBench({ short }: { short: boolean }): Promise<boolean> {
  const { pairs, seconds, rate } = short ? { pairs: 1, seconds: 1, rate: 3 } : { pairs: 7, seconds: 20, rate: 20 };
  const before = machine();
  await using held = new AsyncDisposableStack();
  const server = await startEngine('elasticsearch', { progress: console.log });
  held.defer(() => server.close());
  const url = server.settings.ELASTICSEARCH_URL ?? '';
  const product = await startProduct({ seed: 'none', settings: { SEARCH: 'elasticsearch', ELASTICSEARCH_URL: url } });
  held.defer(product.stop);
  const postgres = await scratchPostgres();
  held.defer(postgres.close);
  const settings: PipeSettings = { database: postgres.config, url };
  const worker = startWorker(join(import.meta.dirname, 'bare-pipe.ts'), [JSON.stringify(settings)]);
  held.defer(worker.stop);
  await worker.ask('are you there');
  const pool = createPool(postgres.config, { max: 16 });
  held.defer(() => pool.end());

  const through = { product: throughProduct(product, server.pid), script: throughScript(pool, [postgres.pid, server.pid, worker.pid]) };
  const skipped = { ours: 0, bare: 0 };
  const name = `${rate} writes a second`;
  const ours = pacedBlock(url, through.product, { rate, seconds }, (count) => {
    skipped.ours += count;
  });
  const reference = pacedBlock(url, through.script, { rate, seconds }, (count) => {
    skipped.bare += count;
  });
  return report(before, await judge({ name, ours, reference }, pairs, 'p50'), { skipped, rate, pairs, seconds });
}

const throughProduct = ({ port, token, pids }: Product, engine: number): Pipe => ({
  index: productIndex,
  pids: [...pids, engine],
  write: async (title) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}/api/itineraries`, { method: 'POST', headers, body: JSON.stringify({ title }) });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return ((await response.json()) as Written).id; // an itinerary
  },
});

const throughScript = (pool: pg.Pool, pids: readonly number[]): Pipe => ({
  index: bareIndex,
  pids,
  write: async (title) => {
    const id = randomUUID();
    const text = `with added as (insert into log (story, data) values ($1, $2) returning position) select pg_notify('log', '') from added`;
    await pool.query({ name: 'insert', text, values: [id, JSON.stringify({ title })] });
    return id;
  },
});

function report(before: Machine, verdict: Verdict, notes: { skipped: { ours: number; bare: number } } & Record<string, unknown>): boolean {
  const { ours, reference, ratio, nullRatio } = verdict;
  console.log(`search-lag: ${machineText()}`);
  console.log(JSON.stringify(notes));
  printTable(
    ['lag until searchable', 'null p50', 'ratio', 'ms ours / ref', 'CPU ms/op ours / ref', 'bar', 'verdict'],
    bars.map((bar) => [
      `${bar.metric}, ${verdict.name}`,
      ratioText(nullRatio),
      ratioText(ratio[bar.metric]),
      `${numberText(ours[bar.metric])} / ${numberText(reference[bar.metric])}`,
      `${numberText(ours.cpu)} / ${numberText(reference.cpu)}`,
      barText(bar),
      heldBar(verdict, bar),
    ]),
  );
  console.log(keep('search-lag', before, { notes, verdict, bars }));
  return notes.skipped.ours === 0 && bars.every((bar) => heldBar(verdict, bar) !== 'missed');
}

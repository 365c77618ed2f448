import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { physicalName } from '@waystory/infra/projection-store/port.ts';
import { tableName } from '@waystory/infra/projection-store/postgres/expressions.ts';
import { postgresProjectionStore } from '@waystory/infra/projection-store/postgres.ts';
import { type Bar, barText, held as heldBar } from '../harness/bars.ts';
import { judge, type Verdict } from '../harness/compare.ts';
import { type Generator, rawRequest, startGenerator } from '../harness/http/traffic.ts';
import { type Block, measure } from '../harness/measure.ts';
import { type Product, startProduct } from '../harness/product.ts';
import { keep, type Machine, machine, machineText, numberText, printTable, ratioText } from '../harness/report.ts';
import { startWorker, type Worker } from '../harness/worker.ts';
import { boxes, type NamedBox, queryOf } from './boxes.ts';
import { buildReadModels } from './read-models.ts';
import type { ReferenceSettings } from './reference.ts';

const bar: Bar = { metric: 'p50', atMost: 1.25 };
/** The world may take so many times as long as a city. */
const worldBar = 2;
const route = '/api/itineraries/by-bounds';

/** Stories by boxes of the map, beside SQL written by hand for each kind of box. */
export async function boundsBench({ short }: { short: boolean }): Promise<boolean> {
  const { stops, pairs, seconds, deep } = short
    ? { stops: 100_000, pairs: 3, seconds: 1, deep: 10 }
    : { stops: 1_000_000, pairs: 7, seconds: 3, deep: 20 };
  const before = machine();
  await using held = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), 'waystory-bounds-'));
  held.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  await buildReadModels(dataDir, stops);
  return report(before, await measureBoxes(dataDir, { pairs, seconds, deep }), { stops, pairs, seconds });
}

/** Measures on read models that are there. */
export async function measureBoxes(
  dataDir: string,
  { pairs, seconds, deep }: { pairs: number; seconds: number; deep: number },
): Promise<Measurement[]> {
  await using held = new AsyncDisposableStack();
  const product = await startProduct({ dataDir, seed: 'none', contexts: ['accounts', 'itineraries', '--roles', 'query'] });
  held.defer(product.stop);
  const generator = startGenerator();
  held.defer(generator.stop);
  const reference = await startReference(product);
  held.defer(reference.worker.stop);
  const verdicts: Measurement[] = [];
  for (const box of boxes)
    for (const page of [1, deep]) {
      await compareAnswers(product.port, reference.port, box, page);
      const ours = block(generator, { port: product.port, pids: product.pids, path: `${route}?${queryOf(box, page)}` }, seconds);
      const theirs = { port: reference.port, pids: [reference.worker.pid, ...product.pids.slice(1)], path: `/${box.name}?${queryOf(box, page)}` };
      const arms = { name: `${box.name}, page ${page}`, ours, reference: block(generator, theirs, seconds) };
      verdicts.push({ box, page, verdict: await judge(arms, pairs, 'p50') });
    }
  return verdicts;
}

interface Measurement {
  box: NamedBox;
  page: number;
  verdict: Verdict;
}

interface Served {
  port: number;
  pids: readonly number[];
  path: string;
}

const block =
  (generator: Generator, { port, pids, path }: Served, seconds: number): Block =>
  () =>
    measure(() => generator.run({ port, callers: 1, seconds, requests: [rawRequest({ path, anew: true })] }), pids);

async function startReference({ database }: Product): Promise<{ worker: Worker; port: number }> {
  const pool = createPool(database, { max: 1 });
  const store = postgresProjectionStore(pool);
  const builds = await store.activeVersions();
  await store.close();
  await pool.end();
  const table = (collection: string, projection: string): string => tableName(physicalName(collection, builds[projection] ?? 0));
  const [port] = await freePorts(1);
  const settings: ReferenceSettings = {
    database,
    tables: { itineraries: table('itineraries', 'stories'), stops: table('stops', 'stories') },
    authors: table('authors', 'authors'),
    port,
  };
  const worker = startWorker(join(import.meta.dirname, 'reference.ts'), [JSON.stringify(settings)]);
  await worker.ask('are you there');
  return { worker, port };
}

/** @throws Error when the arms do not answer the same, which would make their speeds no comparison. */
async function compareAnswers(port: number, referencePort: number, box: NamedBox, page: number): Promise<void> {
  const query = queryOf(box, page, '1');
  const [ours, theirs] = await Promise.all([textOf(port, `${route}?${query}`), textOf(referencePort, `/${box.name}?${query}`)]);
  if (ours !== theirs) throw new Error(`Not the same answer for ${box.name}, page ${page}:\n${ours}\n${theirs}`);
}

async function textOf(port: number, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.text();
}

export function report(before: Machine, verdicts: readonly Measurement[], notes: Record<string, number>): boolean {
  console.log(`bounds: ${machineText()}`);
  console.log(JSON.stringify(notes));
  printTable(
    ['case', 'null p50', 'p50', 'ms ours / ref', 'CPU/op', 'CPU ms/op ours / ref', 'bar', 'verdict'],
    verdicts.map(({ verdict }) => [
      verdict.name,
      ratioText(verdict.nullRatio),
      ratioText(verdict.ratio.p50),
      `${numberText(verdict.ours.p50)} / ${numberText(verdict.reference.p50)}`,
      ratioText(verdict.ratio.cpu),
      `${numberText(verdict.ours.cpu)} / ${numberText(verdict.reference.cpu)}`,
      barText(bar),
      heldBar(verdict, bar),
    ]),
  );
  const firstOf = (name: NamedBox['name']): number =>
    verdicts.find(({ box, page }) => box.name === name && page === 1)?.verdict.ours.p50 ?? Number.NaN;
  const world = firstOf('world') / firstOf('city');
  console.log(`first page of the world / of a city: ${world.toFixed(2)}, bar <= ${worldBar}, ${world <= worldBar ? 'held' : 'missed'}`);
  console.log(keep('bounds', before, { notes, bar, world, worldBar, verdicts }));
  return world <= worldBar && verdicts.every(({ verdict }) => heldBar(verdict, bar) !== 'missed');
}

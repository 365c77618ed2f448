import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { physicalName } from '@waystory/infra/projection-store/port.ts';
import { postgresProjectionStore } from '@waystory/infra/projection-store/postgres.ts';
import { type Bar, barText, held as heldBar } from '../harness/bars.ts';
import { judge, type Verdict } from '../harness/compare.ts';
import { storyId } from '../harness/numbered-ids.ts';
import { type Product, startProduct } from '../harness/product.ts';
import { type Quartiles, quantile, quartiles } from '../harness/quantiles.ts';
import { keep, type Machine, machine, machineText, numberText, printTable, ratioText } from '../harness/report.ts';
import { startWorker } from '../harness/worker.ts';
import { fillPosts } from './fill.ts';
import { type Around, deleteByFilter } from './job.ts';
import { rawDelete } from './raw-delete.ts';
import type { ReaderSettings } from './reader.ts';

/** A third of the speed of raw SQL. */
const bar: Bar = { metric: 'rate', atLeast: 1 / 3 };
const readsBar = 1.6;
const memoryBarMb = 64;
const builtWithinMs = 20 * 60_000;

/** A moderator deletes comments by filter, beside a raw DELETE with an event for each, and what others notice of it. */
export async function bulkBench({ short }: { short: boolean }): Promise<boolean> {
  const { posts, pairs } = short ? { posts: 10_000, pairs: 3 } : { posts: 100_000, pairs: 3 };
  const before = machine();
  await using held = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), 'waystory-bulk-'));
  held.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  // One story for each block of ours, the first of which does not count, and one that stays.
  const stories = pairs + 2;
  await fill(dataDir, stories, posts);
  const contexts = ['accounts', 'itineraries', 'social', 'moderation'];
  const product = await startProduct({ dataDir, seed: 'none', contexts, who: 'moderator' });
  held.defer(product.stop);
  const collection = await built(product, stories, posts);
  const kept = storyId(stories - 1);
  const readerSettings: ReaderSettings = {
    port: product.port,
    paths: [`/api/itineraries/${kept}`, '/api/itinerary-projections?limit=25', `/api/itineraries/${kept}?include=stops`],
  };
  const reader = startWorker(join(import.meta.dirname, 'reader.ts'), [JSON.stringify(readerSettings)]);
  held.defer(reader.stop);
  const raw = await rawDelete(product.database, collection, kept, posts, product.pids.slice(1));
  held.defer(raw.close);
  const around: Around[] = [];
  let story = 0;
  const ours = async () => {
    const done = await deleteByFilter(product, reader, story++, posts);
    around.push(done.around);
    return done.measured;
  };
  const verdict = await judge({ name: `${posts} comments`, ours, reference: raw.block }, pairs);
  return report(before, verdict, around.slice(1), { posts, pairs });
}

async function fill(dataDir: string, stories: number, posts: number): Promise<void> {
  const postgres = await launchPostgres({ dataDir: join(dataDir, 'postgres') });
  const pool = createPool(postgres.config, { max: 1 });
  const events = postgresEventStore(pool);
  await events.head();
  await fillPosts(pool, stories, posts);
  await events.close();
  await pool.end();
  await postgres.stop();
}

/** Waits until the comments are read; answers the physical name of their collection. */
async function built({ port, database, token }: Product, stories: number, posts: number): Promise<string> {
  const begin = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  const pool = createPool(database, { max: 1 });
  const head = await postgresEventStore(pool).head();
  const ask = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { ...headers, 'x-after': String(head) } });
  for (const path of ['/posts?limit=1', '/itineraries?limit=1', '/audit?limit=1', '/jobs?limit=1', '/reactions?limit=1'])
    while ((await ask(path)).status !== 200) {
      if (performance.now() - begin > builtWithinMs) throw new Error('The read models were not built in time');
      await pause(250);
    }
  await pool.query('vacuum analyze');
  const store = postgresProjectionStore(pool);
  const versions = await store.activeVersions();
  await store.close();
  await pool.end();
  console.log(`Read models of ${stories * posts} comments were built in ${Math.round((performance.now() - begin) / 1000)} s`);
  return physicalName('posts', versions.posts ?? 0);
}

function report(before: Machine, verdict: Verdict, around: readonly Around[], notes: Record<string, number>): boolean {
  const { ours, reference, ratio, nullRatio } = verdict;
  console.log(`bulk: ${machineText()}`);
  console.log(JSON.stringify(notes));
  printTable(
    ['case', 'null', 'rate', 'per second ours / ref', 'CPU ms/op ours / ref', 'bar', 'verdict'],
    [
      [
        verdict.name,
        ratioText(nullRatio),
        ratioText(ratio.rate),
        `${numberText(ours.rate)} / ${numberText(reference.rate)}`,
        `${numberText(ours.cpu)} / ${numberText(reference.cpu)}`,
        barText({ ...bar, atLeast: 0.33 }),
        heldBar(verdict, bar),
      ],
    ],
  );
  const reads: Quartiles = quartiles(around.map((one) => one.meanwhile / one.before));
  const memory = Math.max(...around.map(({ grown }) => grown.product + grown.postgres));
  const median = (of: (one: Around) => number): number => quantile(around.map(of), 0.5);
  const held = { reads: reads.median <= readsBar, memory: memory <= memoryBarMb };
  printTable(
    ['meanwhile', 'figure', 'bar', 'verdict'],
    [
      [
        'p99 of other reads, over that before',
        `${ratioText(reads)}, ${numberText(median((one) => one.meanwhile))} / ${numberText(median((one) => one.before))} ms`,
        `<= ${readsBar}`,
        held.reads ? 'held' : 'missed',
      ],
      [
        'memory above idle',
        `${numberText(memory)} MB, of it Postgres ${numberText(median(({ grown }) => grown.postgres))}`,
        `<= ${memoryBarMb} MB`,
        held.memory ? 'held' : 'missed',
      ],
      ['until the job says so', `${numberText(median(({ jobMs }) => jobMs) / 1000)} s`, 'none', ''],
    ],
  );
  console.log(keep('bulk', before, { notes, verdict, bar, around, readsBar, memoryBarMb }));
  return heldBar(verdict, bar) !== 'missed' && held.reads && held.memory;
}

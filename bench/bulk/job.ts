import { setTimeout as pause } from 'node:timers/promises';
import { type Measured, measure } from '../harness/measure.ts';
import { storyId } from '../harness/numbered-ids.ts';
import type { Product } from '../harness/product.ts';
import { quantile } from '../harness/quantiles.ts';
import type { Worker } from '../harness/worker.ts';
import { type Megabytes, memoryOf, watchMemory } from './memory.ts';
import type { ReaderQuestion } from './reader.ts';

const lookEveryMs = 100;
const withinMs = 30 * 60_000;
/** How long others read before the job begins. */
const quietMs = 4_000;

/** What a job did to those around it. */
export interface Around {
  /** p99 of other reads, milliseconds. */
  before: number;
  meanwhile: number;
  reads: number;
  /** Memory above what there was just before it, MB. */
  grown: Megabytes;
  /** Milliseconds until the job said that it was done. */
  jobMs: number;
}

/** Deletes the comments of a story by filter, as a moderator does, and waits until none of them is read any more. */
export async function deleteByFilter(
  product: Product,
  reader: Worker,
  story: number,
  count: number,
): Promise<{ measured: Measured; around: Around }> {
  const call = callerOf(product);
  const filter = encodeURIComponent(JSON.stringify({ itineraryId: storyId(story) }));
  const take = (): Promise<number[]> => reader.ask<number[]>('take' satisfies ReaderQuestion);
  const [server = 0, postgres = 0] = product.pids;
  await take();
  await pause(quietMs);
  const before = await take();
  const idle = memoryOf(server, postgres);
  const stopWatching = watchMemory(server, postgres);
  let jobMs = 0;
  const measured = await measure(async () => {
    const begin = performance.now();
    const { jobId } = (await call(`/posts?filter=${filter}`, 'DELETE')) as { jobId: string }; // what is more than a request may do becomes a job
    await untilDone(call, jobId, count);
    jobMs = performance.now() - begin;
    while (((await call(`/posts?limit=1&filter=${filter}`)) as { total: number }).total > 0) await pause(lookEveryMs); // a list
    const took = performance.now() - begin;
    return { operations: count, seconds: took / 1000, p50: took, p99: took };
  }, product.pids);
  const most = stopWatching();
  const meanwhile = await take();
  const grown = { product: most.product - idle.product, postgres: most.postgres - idle.postgres };
  return { measured, around: { before: quantile(before, 0.99), meanwhile: quantile(meanwhile, 0.99), reads: meanwhile.length, grown, jobMs } };
}

type Call = (path: string, method?: string) => Promise<unknown>;

const callerOf =
  ({ port, token }: Product): Call =>
  async (path, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, { method, headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };

interface Progress {
  state: string;
  changed: number;
  failed: number;
}

/** @throws Error when not all of them were changed, or not in time */
async function untilDone(call: Call, jobId: string, count: number): Promise<void> {
  const until = performance.now() + withinMs;
  for (;;) {
    // A job, which its read model may not know yet.
    const { state, changed, failed } = (await call(`/jobs/${jobId}`).catch(() => ({ state: 'running', changed: 0, failed: 0 }))) as Progress;
    if (state === 'completed' && changed === count) return;
    if (state === 'failed' || failed > 0 || performance.now() > until) throw new Error(`The job is ${state}: ${changed} changed, ${failed} failed`);
    await pause(lookEveryMs);
  }
}

import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runningServer } from '@waystory/infra/postgres/data-dir.ts';
import { contextsWithoutMap } from '../../harness/product.ts';
import { Resources } from '../../harness/resources.ts';
import { apiClient, startItineraryWriters } from '../environment/client.ts';
import { until } from '../environment/progress.ts';
import type { Tally } from '../tally.ts';

const backWithinMs = 60_000;
const readWithinMs = 20_000;
const writers = 6;
/** Maximum number of log lines about one outage. */
const mostLines = 20;
/** Size of the disk, and the space that the filler leaves free, MiB. */
const [diskMb, freeMb] = [600, 6];

/**
 * Stops the embedded Postgres of a running product, by a kill and by a full disk. The product must recover by itself with every acknowledged write.
 */
export async function databaseGoneDrill({ kills, tally }: { kills: number; tally: Tally }): Promise<void> {
  await using held = new Resources();
  const dataDir = held.folder('drill-killed');
  await withProduct(dataDir, async (scene) => {
    for (let run = 1; run <= kills; run++)
      await outage(scene, tally, `Postgres killed beneath the product, ${run}`, async () => {
        process.kill(runningServer(join(dataDir, 'postgres'))?.pid ?? Number.NaN, 'SIGKILL');
        return scene.isAway();
      });
  });
  const disk = held.folder('drill-full');
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'waystory-drill', disk], { encoding: 'utf8' });
  if (mounted.status !== 0) return console.log(`     the drill of a full disk did not run: no tmpfs can be mounted here (${mounted.stderr?.trim()})`);
  held.defer(() => spawnSync('umount', [disk]));
  const data = join(disk, 'data');
  mkdirSync(data);
  await withProduct(data, (scene) =>
    outage(scene, tally, 'the disk filled beneath the product, and freed', async () => {
      const { bavail, bsize } = statfsSync(disk);
      const filler = join(disk, 'filler');
      writeFileSync(filler, Buffer.alloc(bavail * bsize - freeMb * 2 ** 20, 1));
      const wasFull = await scene.isAway();
      await pause(3_000);
      rmSync(filler);
      return wasFull;
    }),
  );
}

interface Scene {
  lines: string[];
  acknowledged: readonly { id: string }[];
  statusOf(path: string): Promise<number>;
  isAway(): Promise<boolean>;
}

/** Starts a product, and runs `work` while users write without a pause. */
async function withProduct(dataDir: string, work: (scene: Scene) => Promise<void>): Promise<void> {
  await using held = new Resources();
  const lines: string[] = [];
  const onLine = (line: string): void => void lines.push(line);
  const product = await held.product({ dataDir, seed: 'none', contexts: contextsWithoutMap, onLine, settings: { LOG_LEVEL: 'warn' } });
  const { ask, close } = apiClient(product.port, product.token);
  held.defer(close);
  const description = (): string => crypto.randomUUID().repeat(50);
  const { acknowledged, refused, stop } = startItineraryWriters(
    ask,
    () => ({ title: 'Written while the database goes', description: description() }),
    writers,
  );
  held.defer(stop);
  const isAway = (): Promise<boolean> => {
    const before = refused();
    return until(() => refused() > before + writers, backWithinMs);
  };
  if (!(await until(() => acknowledged.length > writers, backWithinMs))) throw new Error(`Nobody could write (${refused()} refusals)`);
  await work({ lines, acknowledged, statusOf: async (path) => (await ask({ method: 'GET', path })).status, isAway });
}

async function outage({ lines, acknowledged, statusOf }: Scene, tally: Tally, name: string, begin: () => Promise<boolean>): Promise<void> {
  const [linesBefore, storiesBefore] = [lines.length, acknowledged.length];
  const ready: number[] = [];
  const looking = new AbortController();
  const look = (async () => {
    for (; !looking.signal.aborted || (ready.at(-1) !== 200 && ready.length < 2_000); await pause(50)) ready.push(await statusOf('/readyz'));
  })();
  const wasAway = await begin();
  const since = performance.now();
  const then = acknowledged.length;
  const isBack = await until(() => acknowledged.length > then + writers, backWithinMs);
  const seconds = ((performance.now() - since) / 1_000).toFixed(1);
  looking.abort();
  await look;
  const lost: string[] = [];
  // Read models may lag, so missing writes are awaited.
  for (const { id } of [...acknowledged])
    if (!(await until(async () => (await statusOf(`/api/itineraries/${id}`)) === 200, readWithinMs))) lost.push(id);
  const written = lines.length - linesBefore;
  tally.record(wasAway && isBack, `${name}: ${isBack ? `people can write again after ${seconds} s` : 'nobody can write again'}`);
  tally.record(lost.length === 0 && acknowledged.length > storiesBefore, `${name}: ${acknowledged.length} stories acknowledged, ${lost.length} lost`);
  tally.record(written <= mostLines, `${name}: ${written} lines in the log`);
  if (written > mostLines) console.log(lines.slice(linesBefore, linesBefore + 2 * mostLines).join('\n'));
  tally.record(ready.at(-1) === 200, `${name}: readiness was ${[...new Set(ready)].join(', ')}`);
}

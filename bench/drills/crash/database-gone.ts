import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runningServer } from '@waystory/infra/postgres/data-dir.ts';
import { type Product, startProduct, withoutMap } from '../../harness/product.ts';
import { until } from '../cluster/progress.ts';
import type { Tally } from '../tally.ts';

const backWithinMs = 60_000;
const readWithinMs = 20_000;
const writers = 6;
/** Lines that the product may write about one outage. */
const mostLines = 20;
/** A disk on which a fresh database has room to begin, and what is left free of it, MB. */
const [diskMb, freeMb] = [600, 6];
const megabyte = 1_048_576;

/** Ends the embedded Postgres beneath the product, by a kill and by a full disk; it must come back by itself with all that was acknowledged. */
export async function databaseGoneDrill({ kills, tally }: { kills: number; tally: Tally }): Promise<void> {
  await within('waystory-drill-killed-', async (dataDir) => {
    await withProduct(dataDir, async (scene) => {
      for (let run = 1; run <= kills; run++) {
        const server = runningServer(join(dataDir, 'postgres'));
        await outage(scene, tally, `Postgres killed beneath the product, ${run}`, async () => {
          process.kill(server?.pid ?? Number.NaN, 'SIGKILL');
          return scene.isAway();
        });
      }
    });
  });
  await within('waystory-drill-full-', async (disk) => {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'waystory-drill', disk], { encoding: 'utf8' });
    if (mounted.status !== 0)
      return console.log(`     the drill of a full disk did not run: no tmpfs can be mounted here (${mounted.stderr?.trim()})`);
    try {
      const dataDir = join(disk, 'data');
      mkdirSync(dataDir);
      await withProduct(dataDir, (scene) =>
        outage(scene, tally, 'the disk filled beneath the product, and freed', async () => {
          const { bavail, bsize } = statfsSync(disk);
          const filler = join(disk, 'filler');
          writeFileSync(filler, Buffer.alloc(bavail * bsize - freeMb * megabyte, 1));
          const wasFull = await scene.isAway();
          await pause(3_000);
          rmSync(filler);
          return wasFull;
        }),
      );
    } finally {
      spawnSync('umount', [disk]);
    }
  });
}

async function within(prefix: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The product with people who write to it without a pause. */
interface Scene {
  product: Product;
  /** Lines that the product wrote. */
  lines: string[];
  /** Ids of stories that it said it has. */
  acknowledged: string[];
  /** Whether writes come to be refused, or the server to be gone. */
  isAway(): Promise<boolean>;
  ask(path: string, init?: RequestInit): Promise<Response>;
}

async function withProduct(dataDir: string, work: (scene: Scene) => Promise<void>): Promise<void> {
  const lines: string[] = [];
  const product = await startProduct({
    dataDir,
    seed: 'none',
    contexts: withoutMap,
    onLine: (line) => lines.push(line),
    settings: { LOG_LEVEL: 'warn' },
  });
  const ask: Scene['ask'] = (path, init) =>
    fetch(`http://127.0.0.1:${product.port}${path}`, { ...init, headers: { ...init?.headers, authorization: `Bearer ${product.token}` } });
  const acknowledged: string[] = [];
  const over = new AbortController();
  let refused = 0;
  const write = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const body = JSON.stringify({ title: 'Written while the database goes', description: crypto.randomUUID().repeat(50) });
      const answer = await ask('/api/itineraries', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => null);
      if (answer?.status === 201)
        acknowledged.push(((await answer.json()) as { id: string }).id); // as the API describes it
      else {
        refused += 1;
        await answer?.body?.cancel();
        await pause(20);
      }
    }
  };
  const writing = Array.from({ length: writers }, write);
  try {
    const begun = refused;
    if (!(await until(() => acknowledged.length > writers, backWithinMs))) throw new Error(`Nobody could write (${refused - begun} refusals)`);
    await work({
      product,
      lines,
      acknowledged,
      ask,
      isAway: () => {
        const before = refused;
        return until(() => refused > before + writers, backWithinMs);
      },
    });
  } finally {
    over.abort();
    await Promise.all(writing);
    await product.stop();
  }
}

/** One outage: it begins, the product tells the truth about it, and comes back by itself with everything. */
async function outage({ lines, acknowledged, ask }: Scene, tally: Tally, name: string, begin: () => Promise<boolean>): Promise<void> {
  const [linesBefore, storiesBefore] = [lines.length, acknowledged.length];
  const ready: number[] = [];
  const looking = new AbortController();
  const look = (async () => {
    for (; !looking.signal.aborted; await pause(50)) ready.push(await ask('/readyz').then(({ status }) => status));
  })();
  const wasAway = await begin();
  const since = performance.now();
  const then = acknowledged.length;
  const isBack = await until(() => acknowledged.length > then + writers, backWithinMs);
  const seconds = ((performance.now() - since) / 1_000).toFixed(1);
  looking.abort();
  await look;
  const isThere = async (id: string): Promise<boolean> => (await ask(`/api/itineraries/${id}`)).status === 200;
  const lost: string[] = [];
  // A read model that is just catching up is waited for.
  for (const id of [...acknowledged]) if (!(await until(() => isThere(id), readWithinMs))) lost.push(id);
  const written = lines.length - linesBefore;
  tally.record(wasAway && isBack, `${name}: ${isBack ? `people can write again after ${seconds} s` : 'nobody can write again'}`);
  tally.record(lost.length === 0 && acknowledged.length > storiesBefore, `${name}: ${acknowledged.length} stories acknowledged, ${lost.length} lost`);
  tally.record(written <= mostLines, `${name}: ${written} lines in the log`);
  if (written > mostLines) console.log(lines.slice(linesBefore, linesBefore + 2 * mostLines).join('\n'));
  tally.record(ready.at(-1) === 200, `${name}: readiness was ${[...new Set(ready)].join(', ')}`);
}

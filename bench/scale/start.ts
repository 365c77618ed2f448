import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { runningServer } from '@waystory/infra/postgres/data-dir.ts';
import { cpuSecondsOf, memoryMiBOf, untilIdle } from '../harness/process-usage.ts';
import { contextsWithoutMap, path, withoutRateLimits } from '../harness/product.ts';

const root = join(import.meta.dirname, '../..');
const npmStartSettings = { MALLOC_ARENA_MAX: '1', NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };
const askEveryMs = 20;
const mapWithinMs = 30 * 60_000;
/** A product is idle below this share of one core over this time. */
const idle = { share: 0.05, overMs: 4_000 };

/** Times of a start, seconds after the command. */
export interface StartTimes {
  /** First response with a list of stories. */
  firstAnswer: number;
  /** First world tile that contains every stop. */
  map: number;
  /** CPU time of the product and its Postgres until `firstAnswer` and until `map`, seconds: nearly independent of other work on the machine. */
  firstAnswerCpu: number;
  mapCpu: number;
  /** End of all work that a start triggers. */
  rest: number;
  /** Memory at that time, MiB. */
  productMiB: number;
  postgresMiB: number;
}

/** Running product with the times of its start. */
export interface StartedProduct {
  port: number;
  /** Roots of the serving process trees. */
  pids: { product: number; postgres: number };
  start: StartTimes;
  /** Memory now, MiB. */
  memory(): { productMiB: number; postgresMiB: number };
  stop(): Promise<void>;
}

/** Starts the product on a data folder as `npm start` does, but without the basemap of a first start. */
export async function timedStart(dataDir: string): Promise<StartedProduct> {
  const [port = 0] = await findFreePorts(1);
  const env = { PATH: path, ...npmStartSettings, PORT: String(port), DATA_DIR: dataDir, SEED: 'none', LOG_LEVEL: 'warn', ...withoutRateLimits };
  const started = performance.now();
  const since = (): number => (performance.now() - started) / 1_000;
  const child = spawn(process.execPath, [join(root, 'services/main.ts'), ...contextsWithoutMap], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const product = child.pid ?? 0;
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await until(() => isAnswered(port, '/api/itinerary-projections?limit=1'), child);
    const [firstAnswer, firstAnswerCpu] = [since(), cpuSecondsOf([product])];
    await until(() => isMapComplete(port), child);
    const [map, mapCpu] = [since(), cpuSecondsOf([product])];
    await untilIdle([product], idle);
    const rest = since();
    const postgres = runningServer(join(dataDir, 'postgres'))?.pid ?? 0;
    const memory = () => {
      const [all, postgresMiB] = [memoryMiBOf([product, postgres]), memoryMiBOf([postgres])];
      return { productMiB: all - postgresMiB, postgresMiB };
    };
    return { port, pids: { product, postgres }, start: { firstAnswer, map, firstAnswerCpu, mapCpu, rest, ...memory() }, memory, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function until(condition: () => Promise<boolean>, child: ChildProcess): Promise<void> {
  const begin = performance.now();
  while (!(await condition())) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode}`);
    if (performance.now() - begin > mapWithinMs) throw new Error('The product did not get there in time');
    await pause(askEveryMs);
  }
}

/** Whether a server answers with a status of success. */
async function isAnswered(port: number, route: string): Promise<boolean> {
  try {
    const { ok, body } = await fetch(`http://127.0.0.1:${port}${route}`);
    await body?.cancel();
    return ok;
  } catch {
    return false; // nobody listens yet
  }
}

/** Whether the map has every stop: only complete tiles may be cached. */
async function isMapComplete(port: number): Promise<boolean> {
  const { ok, headers, body } = await fetch(`http://127.0.0.1:${port}/api/tiles/stops/0/0/0`);
  await body?.cancel();
  return ok && headers.get('cache-control') === 'public, max-age=60';
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { runningServer } from '@waystory/infra/postgres/data-dir.ts';
import { cpuSecondsOf, memoryMiBOf } from '../harness/process-usage.ts';
import { path, unlimited, withoutMap } from '../harness/product.ts';
import type { Extent } from './stage.ts';

const root = join(import.meta.dirname, '../..');
const asNpmStarts = { MALLOC_ARENA_MAX: '1', NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };
const askEveryMs = 20;
const mapWithinMs = 30 * 60_000;
/** A product rests when all its processes together use less than this share of one core over so much time. */
const rest = { share: 0.05, overMs: 4_000 };

/** Without who would build what the disk does not hold. */
const startedAs: Readonly<Record<Extent, readonly string[]>> = { whole: withoutMap, stories: ['itineraries', '--roles', 'command,query'] };

/** How a start went, seconds after the command. */
export interface Start {
  /** A list of stories is answered. */
  firstAnswer: number;
  /** The tile of the world is answered with every stop in it. */
  map: number;
  /** What of a core's time the product and its Postgres had taken until then, seconds: nearly the same however busy the machine is. */
  firstAnswerCpu: number;
  mapCpu: number;
  /** Everything that a start begins has come to its end. */
  rest: number;
  /** Product and Postgres then, MiB. */
  productMiB: number;
  postgresMiB: number;
}

export interface Started {
  port: number;
  /** Roots of the process trees that serve. */
  pids: { product: number; postgres: number };
  start: Start;
  /** What both hold now, MiB. */
  memory(): { productMiB: number; postgresMiB: number };
  stop(): Promise<void>;
}

/** Starts the product on a data folder as `npm start` does, without what draws the map of the world at a first start, and watches it. */
export async function watchedStart(dataDir: string, extent: Extent): Promise<Started> {
  const [port = 0] = await freePorts(1);
  const env = { PATH: path, ...asNpmStarts, PORT: String(port), DATA_DIR: dataDir, SEED: 'none', LOG_LEVEL: 'warn', ...unlimited };
  const started = performance.now();
  const since = (): number => (performance.now() - started) / 1_000;
  const child = spawn(process.execPath, [join(root, 'services/main.ts'), ...startedAs[extent]], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await until(() => answers(port, '/api/itinerary-projections?limit=1'), child);
    const [firstAnswer, firstAnswerCpu] = [since(), cpuSecondsOf([child.pid ?? 0])];
    await until(() => mapIsThere(port), child);
    const [map, mapCpu] = [since(), cpuSecondsOf([child.pid ?? 0])];
    await untilAtRest([child.pid ?? 0]);
    const atRest = since();
    const [product, postgres] = [child.pid ?? 0, runningServer(join(dataDir, 'postgres'))?.pid ?? 0];
    const memory = () => {
      const [all, postgresMiB] = [memoryMiBOf([product, postgres]), memoryMiBOf([postgres])];
      return { productMiB: all - postgresMiB, postgresMiB };
    };
    return { port, pids: { product, postgres }, start: { firstAnswer, map, firstAnswerCpu, mapCpu, rest: atRest, ...memory() }, memory, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function until(isSo: () => Promise<boolean>, { exitCode }: { exitCode: number | null }): Promise<void> {
  const begin = performance.now();
  while (!(await isSo())) {
    if (exitCode !== null) throw new Error(`The product ended with ${exitCode}`);
    if (performance.now() - begin > mapWithinMs) throw new Error('The product did not get there in time');
    await pause(askEveryMs);
  }
}

async function untilAtRest(pids: readonly number[]): Promise<void> {
  for (let used = Number.POSITIVE_INFINITY; used > (rest.share * rest.overMs) / 1_000; ) {
    const before = cpuSecondsOf(pids);
    await pause(rest.overMs);
    used = cpuSecondsOf(pids) - before;
  }
}

/** Whether somebody listens there and answers well. */
export async function answers(port: number, route: string): Promise<boolean> {
  try {
    const { ok, body } = await fetch(`http://127.0.0.1:${port}${route}`);
    await body?.cancel();
    return ok;
  } catch {
    return false; // nobody listens yet
  }
}

/** Tiles may be kept for long once nothing is missing in them. */
export async function mapIsThere(port: number): Promise<boolean> {
  const { ok, headers, body } = await fetch(`http://127.0.0.1:${port}/api/tiles/stops/0/0/0`);
  await body?.cancel();
  return ok && headers.get('cache-control') === 'public, max-age=60';
}

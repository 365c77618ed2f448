import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { engineNamed } from './catalogue.ts';
import type { Engine, EngineRun, LongCallOptions } from './engine.ts';
import { provisionEngine } from './provision.ts';
import { type EngineServer, RunningServer } from './running-server.ts';

export type { EngineServer } from './running-server.ts';

export interface StartOptions extends Partial<LongCallOptions> {
  /** Permanent data folder; a temporary one by default. */
  dataDir?: string;
  /** Allows data in memory, which is faster where supported. Excludes `dataDir`. */
  inMemory?: boolean;
  /** Port for clients; by default a free port, or with `usualPort` the engine's default port. */
  port?: number;
  /** Uses the engine's default ports if they are free. */
  usualPort?: boolean;
  /** Heap in MiB, instead of the engine's default. */
  memoryMb?: number;
  /** Called when the server ends without a call of `stop`, `kill` or `close`. */
  onUnexpectedEnd?: (how: string) => void;
}

/**
 * Provisions an engine if needed, starts its server and waits until it is usable.
 * @throws MissingTool, UnknownEngine, or EngineFailed with the last log lines when it does not become ready.
 */
export const startEngine = (name: string, options: StartOptions = {}): Promise<EngineServer> => startServer(engineNamed(name), options);

/** Like `startEngine`, for an engine outside the catalogue. */
export async function startServer(engine: Engine, options: StartOptions & { cache?: string } = {}): Promise<EngineServer> {
  const installed = await provisionEngine(engine, { ...options, progress: options.progress ?? (() => {}) }, options.cache);
  const scratch = options.dataDir === undefined ? scratchFolder(engine) : null;
  const base = resolve(scratch ?? options.dataDir ?? '');
  const run: EngineRun = {
    installed,
    folder: join(base, 'data'),
    inMemory: options.inMemory === true && scratch !== null,
    ports: await portsFor(engine, options),
    memoryMb: options.memoryMb ?? engine.memoryMb,
  };
  mkdirSync(run.folder, { recursive: true });
  const server = new RunningServer(engine, run, { ...options, logFile: join(base, 'server.log'), scratch });
  await server.restart().catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  return server;
}

/** Temporary folders of unclosed servers, removed at the end of this process. */
const scratchFolders = new Set<string>();

function scratchFolder({ name }: Engine): string {
  if (scratchFolders.size === 0)
    process.once('exit', () => {
      for (const folder of scratchFolders) rmSync(folder, { recursive: true, force: true });
    });
  const folder = mkdtempSync(join(tmpdir(), `waystory-${name}-`));
  scratchFolders.add(folder);
  return folder;
}

async function portsFor({ usualPorts }: Engine, { port, usualPort }: StartOptions): Promise<EngineRun['ports']> {
  const usable = usualPort && port === undefined && (await Promise.all(usualPorts.map(isPortFree))).every(Boolean);
  if (usable) return usualPorts;
  const [first, ...others] = await findFreePorts(usualPorts.length);
  return [port ?? first, ...others];
}

/**
 * Port range below the system's ephemeral ports. From an ephemeral port, a retrying client could connect to itself on a stopped server's port and
 * block the restart.
 */
const [first, last] = [20_000, 30_000];
const tries = 100;

/** True when no process listens on this port of 127.0.0.1. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** Distinct free ports, at least one. */
export async function findFreePorts(count: number): Promise<[number, ...number[]]> {
  const found = [await freePort([])] as [number, ...number[]]; // as: a list with an entry, which inference widens
  while (found.length < count) found.push(await freePort(found));
  return found;
}

async function freePort(taken: readonly number[]): Promise<number> {
  for (let attempt = 0; attempt < tries; attempt++) {
    const port = randomInt(first, last);
    if (!taken.includes(port) && (await isPortFree(port))) return port;
  }
  throw new Error(`No free port between ${first} and ${last} was found`);
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { engineNamed } from './catalogue.ts';
import type { Engine, EngineRun, Waiting } from './engine.ts';
import { freePorts, isFree } from './free-port.ts';
import { provisioned } from './provision.ts';
import { type EngineServer, RunningServer } from './running-server.ts';

export type { EngineServer } from './running-server.ts';

export interface StartOptions extends Partial<Waiting> {
  /** Where its data are, kept from one run to the next; a temporary folder when unset. */
  dataDir?: string;
  /** Nothing need outlive the process: faster, where the engine can. Not together with `dataDir`. */
  inMemory?: boolean;
  /** Port that clients use; when unset a free one, or the engine's usual one with `usualPort`. */
  port?: number;
  /** Takes the engine's usual ports when they are free. */
  usualPort?: boolean;
  /** Heap in MiB, in place of what is enough for contracts. */
  memoryMb?: number;
  /** Told when it ends without having been asked to. */
  onUnexpectedEnd?: (how: string) => void;
}

/**
 * Provisions an engine if needed, starts its server, and waits until clients can use it.
 * @throws MissingTool, UnknownEngine, or an Error with the last lines of its log when it does not become ready.
 */
export const startEngine = (name: string, options: StartOptions = {}): Promise<EngineServer> => startServer(engineNamed(name), options);

/** Does that for any declaration of an engine. */
export async function startServer(engine: Engine, options: StartOptions & { cache?: string } = {}): Promise<EngineServer> {
  const installed = await provisioned(engine, { ...options, progress: options.progress ?? (() => {}) }, options.cache);
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

/** Temporary folders of servers that nobody closed; they go with this process at the latest. */
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
  const usable = usualPort && port === undefined && (await Promise.all(usualPorts.map(isFree))).every(Boolean);
  if (usable) return usualPorts;
  const [first, ...others] = await freePorts(usualPorts.length);
  return [port ?? first, ...others];
}

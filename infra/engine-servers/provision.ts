import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { withLock } from '../lock.ts';
import type { Engine, Waiting } from './engine.ts';
import { freePorts } from './free-port.ts';
import { MissingTool, missingTools } from './tools.ts';

/** Outside the repository, so that every clone of it uses the same servers. */
export const engineCache = join(homedir(), '.cache', 'waystory', 'engines');

/** A hash of the names and contents of what a server is built from: 12 hex digits. */
export function buildKey(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of [...sources].sort()) {
    const content = readFileSync(path);
    // With the length between, no content can pass for the name of the next file.
    hash.update(`${basename(path)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 12);
}

/** Where the server of an engine is, or will be once it is provisioned. */
export const installFolder = ({ name, version, sources }: Engine, cache = engineCache): string =>
  join(cache, `${name}-${version}-${buildKey(sources)}`);

/**
 * The folder with the engine's server, made first when needed: one process makes it, others wait for that.
 * @throws MissingTool when a program to make it with is not here.
 */
export async function provisioned(engine: Engine, waiting: Waiting, cache = engineCache): Promise<string> {
  const folder = installFolder(engine, cache);
  if (existsSync(folder)) return folder;
  const [lack] = missingTools(engine.needs);
  if (lack) throw new MissingTool(`${engine.title} ${engine.version}`, lack);
  mkdirSync(cache, { recursive: true });
  await withLock(join(cache, `${engine.name}.lock`), {
    work: () => install(engine, folder, waiting),
    onWait: () => waiting.progress(`${engine.title}: another process is provisioning it, waiting`),
    signal: waiting.signal,
  });
  return folder;
}

async function install(engine: Engine, folder: string, waiting: Waiting): Promise<void> {
  if (existsSync(folder)) return;
  removeDrafts(engine, dirname(folder));
  // Made beside its place and moved there when whole, so that a half-made one is never taken for it.
  // Its name is new each time: Maven of a process that was killed may be at work still.
  const draft = `${folder}.${randomBytes(4).toString('hex')}.draft`;
  mkdirSync(draft);
  const startedAt = Date.now();
  waiting.progress(`${engine.title} ${engine.version}: provisioning into ${folder}`);
  try {
    await engine.provision(draft, waiting);
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  await accelerate(engine, folder, waiting);
  waiting.progress(`${engine.title} ${engine.version}: provisioned in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
}

/** Of processes that were killed; whoever has the lock is the only one at work. */
function removeDrafts({ name }: Engine, cache: string): void {
  const drafts = readdirSync(cache).filter((entry) => entry.startsWith(`${name}-`) && entry.endsWith('.draft'));
  for (const draft of drafts) rmSync(join(cache, draft), { recursive: true, force: true });
}

async function accelerate(engine: Engine, installed: string, { progress }: Waiting): Promise<void> {
  if (!engine.accelerate) return;
  const folder = mkdtempSync(join(tmpdir(), `waystory-${engine.name}-`));
  try {
    const ports = await freePorts(engine.usualPorts.length);
    await engine.accelerate({ installed, folder, inMemory: false, ports, memoryMb: engine.memoryMb });
  } catch (error) {
    progress(`${engine.title}: it will start more slowly (${error instanceof Error ? error.message : String(error)})`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

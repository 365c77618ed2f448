import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { withLock } from '../lock.ts';
import type { Engine, LongCallOptions } from './engine.ts';
import { findFreePorts } from './engine-server.ts';
import { MissingTool, missingTools } from './tools.ts';

/** Cache folder of provisioned servers. It is outside the repository, so that all clones share the servers. */
export const engineCache = join(homedir(), '.cache', 'waystory', 'engines');

/** Hash of the names and contents of the sources: 12 hex digits. */
export function buildKey(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of [...sources].sort()) {
    const content = readFileSync(path);
    // The length separates contents from names, so that they cannot be confused.
    hash.update(`${basename(path)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 12);
}

/** Folder of an engine's server, existing or future. */
export const installFolder = ({ name, version, sources }: Engine, cache = engineCache): string =>
  join(cache, `${name}-${version}-${buildKey(sources)}`);

/**
 * Folder of the engine's server, built first if needed; concurrent processes wait for one build.
 * @throws MissingTool when a build tool is missing.
 */
export async function provisionEngine(engine: Engine, waiting: LongCallOptions, cache = engineCache): Promise<string> {
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

async function install(engine: Engine, folder: string, waiting: LongCallOptions): Promise<void> {
  if (existsSync(folder)) return;
  removeDrafts(engine, dirname(folder));
  // Built in a draft folder, which is renamed when complete. The name of the draft is unique, because Maven of a killed process may still write to an
  // older one.
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

/** Removes drafts of killed processes. Only the holder of the lock builds, so no draft is in use. */
function removeDrafts({ name }: Engine, cache: string): void {
  const drafts = readdirSync(cache).filter((entry) => entry.startsWith(`${name}-`) && entry.endsWith('.draft'));
  for (const draft of drafts) rmSync(join(cache, draft), { recursive: true, force: true });
}

async function accelerate(engine: Engine, installed: string, { progress }: LongCallOptions): Promise<void> {
  if (!engine.accelerate) return;
  const folder = mkdtempSync(join(tmpdir(), `waystory-${engine.name}-`));
  try {
    const ports = await findFreePorts(engine.usualPorts.length);
    await engine.accelerate({ installed, folder, inMemory: false, ports, memoryMb: engine.memoryMb });
  } catch (error) {
    progress(`${engine.title}: it will start more slowly (${error instanceof Error ? error.message : String(error)})`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

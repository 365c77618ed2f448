import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EngineCommand, EngineRun } from './engine.ts';

const startedWithinMs = 60_000;
const archiveOf = (installed: string): string => join(installed, 'classes.jsa');

/** Flags of `java` that make use of the archive of what was provisioned, where there is one. */
export function archiveFlags(installed: string): string[] {
  const archive = archiveOf(installed);
  return existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`] : [];
}

/**
 * Keeps the classes of one start in a form that the next ones map into memory, which about halves the time they take.
 * @param prepare what to run, with flags of `java` more
 * @param started what the server writes when it has started
 */
export async function archiveClasses(run: EngineRun, prepare: (flags: readonly string[]) => Promise<EngineCommand>, started: string): Promise<void> {
  const draft = join(run.folder, 'classes.jsa');
  const { program, args } = await prepare([`-XX:ArchiveClassesAtExit=${draft}`]);
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], timeout: startedWithinMs, killSignal: 'SIGKILL' });
  const ended = once(child, 'exit');
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.includes(started)) child.kill('SIGTERM');
  });
  await ended;
  if (!existsSync(draft)) throw new Error('Java wrote no class-data archive');
  // Moved within the cache, so that nobody maps a half-written one.
  copyFileSync(draft, `${archiveOf(run.installed)}.draft`);
  renameSync(`${archiveOf(run.installed)}.draft`, archiveOf(run.installed));
}

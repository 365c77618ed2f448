import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EngineCommand, EngineRun } from './engine.ts';

const startedWithinMs = 60_000;
const archiveOf = (installed: string): string => join(installed, 'classes.jsa');

/** Flags of `java` for the class-data archive, if one was made. */
export function archiveFlags(installed: string): string[] {
  const archive = archiveOf(installed);
  return existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`] : [];
}

/**
 * Archives the classes of one start, which halves the duration of later starts.
 * @param prepare Command of the server, with additional flags of `java`.
 * @param started Log line of a finished start.
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
  // Renamed within the cache, so that no process maps an incomplete file.
  copyFileSync(draft, `${archiveOf(run.installed)}.draft`);
  renameSync(`${archiveOf(run.installed)}.draft`, archiveOf(run.installed));
}

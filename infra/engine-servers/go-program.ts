import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Waiting } from './engine.ts';
import { run } from './run-program.ts';

/** Timeout of compiling the largest program on two busy cores, milliseconds; with Go's cache it takes seconds. */
const withinMs = 20 * 60_000;

/** A program built from `main.go` and `go.mod`. */
export interface GoProgram {
  /** Source files. */
  sources: readonly string[];
  /** Builds it into a folder. `go.mod` alone fixes versions, and Go verifies each by its checksum database. */
  build(folder: string, waiting: Pick<Waiting, 'signal'>): Promise<void>;
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

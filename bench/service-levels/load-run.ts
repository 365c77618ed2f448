import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadReport } from '../load/report.ts';

/** A product that runs, as `npm run load` finds it. */
export interface Loaded {
  port: number;
  /** Settings that it runs with. */
  env: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '../..');

/**
 * `npm run load`, as operators have it. It may find that levels are missed; that is for the reader of its report.
 * @param args what it is told beside the address
 * @throws Error when it ends without a report
 */
export async function runLoad({ port, env }: Loaded, args: readonly string[]): Promise<LoadReport> {
  const out = mkdtempSync(join(tmpdir(), 'waystory-levels-'));
  try {
    const { promise, resolve } = Promise.withResolvers<string>();
    const all = [join(import.meta.dirname, '../load/main.ts'), ...args, '--out', out, '--target', `http://localhost:${port}`];
    execFile(process.execPath, all, { cwd: root, env: { HOME: homedir(), ...env } }, (_, stdout, stderr) => resolve(stdout + stderr));
    const said = await promise;
    try {
      return JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as LoadReport; // what `bench/load` wrote
    } catch {
      throw new Error(`There is no report: ${said.slice(-1_000)}`);
    }
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

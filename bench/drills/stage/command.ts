import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Stage } from './stage.ts';

const folder = join(import.meta.dirname, '../../../services/operations');

/** Runs one of the commands that operators have on what a drill stands on; answers what it said. */
export async function runCommand(name: 'verify' | 'reconcile', { env }: Pick<Stage, 'env'>): Promise<{ failed: boolean; lines: string[] }> {
  const { promise, resolve } = Promise.withResolvers<{ failed: boolean; lines: string[] }>();
  execFile(process.execPath, [join(folder, `${name}.ts`)], { env }, (error, output, said) =>
    resolve({ failed: error !== null, lines: `${output}${error ? said : ''}`.trim().split('\n') }),
  );
  return promise;
}

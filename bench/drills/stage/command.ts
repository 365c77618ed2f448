import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Stage } from './stage.ts';

const root = join(import.meta.dirname, '../../..');

/** Runs one of the commands that operators have on what a drill stands on; answers what it said. @param release folder of another release than this */
export async function runCommand(
  name: 'verify' | 'reconcile',
  { env }: Pick<Stage, 'env'>,
  release = root,
): Promise<{ failed: boolean; lines: string[] }> {
  const { promise, resolve } = Promise.withResolvers<{ failed: boolean; lines: string[] }>();
  execFile(process.execPath, [join(release, 'services/operations', `${name}.ts`)], { env }, (error, output, said) =>
    resolve({ failed: error !== null, lines: `${output}${error ? said : ''}`.trim().split('\n') }),
  );
  return promise;
}

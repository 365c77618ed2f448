import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Tally } from '../tally.ts';
import type { Stage } from './stage.ts';

const command = join(import.meta.dirname, '../../../services/operations/verify.ts');

/** `npm run verify` on what the drill leaves: read models equal a replay, and every ledger adds up. */
export async function runVerify({ name, env }: Pick<Stage, 'name' | 'env'>, tally: Tally): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<{ failed: boolean; output: string }>();
  execFile(process.execPath, [command], { env }, (error, output) => resolve({ failed: error !== null, output }));
  const { failed, output } = await promise;
  const lines = output.trim().split('\n');
  const ledgers = lines.find((line) => line.startsWith('equal') && line.includes('ledgers of credits'));
  const wrong = lines.filter((line) => line.startsWith('DIFFERENT'));
  tally.record(
    !failed && ledgers !== undefined,
    [`${name}: npm run verify: ${lines.at(-1)}`, ledgers?.replace(/^equal\s+/, '') ?? 'no ledgers', ...wrong].join('; '),
  );
}

import type { Tally } from '../tally.ts';
import { runCommand } from './command.ts';
import type { Stage } from './stage.ts';

/** `npm run verify` on what the drill leaves: read models equal a replay, and ledgers and orders add up. */
export async function runVerify(stage: Pick<Stage, 'name' | 'env'>, tally: Tally, release?: string): Promise<void> {
  const { failed, lines } = await runCommand('verify', stage, release);
  const audits = lines.filter((line) => /^equal\s+(ledgers of credits|orders): /.test(line)).map((line) => line.replace(/^equal\s+/, ''));
  const wrong = lines.slice(0, -1).filter((line) => !line.startsWith('equal'));
  const isWhole = audits.length === 2 && !audits.some((line) => line.includes('could not be asked'));
  tally.record(!failed && isWhole, [`${stage.name}: npm run verify: ${lines.at(-1)}`, ...audits, ...wrong].join('; '));
}

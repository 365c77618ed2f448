import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Tally } from '../tally.ts';
import type { Environment, Victim } from './environment.ts';

const root = join(import.meta.dirname, '../../..');
const endsWithinMs = 600_000;

export interface CommandResult {
  failed: boolean;
  lines: string[];
  seconds: number;
}

/** Runs a command of operators, `services/operations/NAME.ts`. @param release folder of another release */
export function runCommand(name: string, env: Environment['env'], args: readonly string[] = [], release = root): Promise<CommandResult> {
  const { promise, resolve } = Promise.withResolvers<CommandResult>();
  const began = performance.now();
  const program = [join(release, 'services/operations', `${name}.ts`), ...args];
  execFile(process.execPath, program, { env: { ...env }, timeout: endsWithinMs, maxBuffer: 32 * 2 ** 20 }, (error, output, said) => {
    const lines = `${output}${error ? said : ''}`.trim().split('\n');
    resolve({ failed: error !== null, lines, seconds: (performance.now() - began) / 1_000 });
  });
  return promise;
}

/** Records `npm run verify`: read models equal a replay, ledgers and orders add up. */
export async function runVerify({ name, env }: Pick<Environment, 'name' | 'env'>, tally: Tally, release?: string): Promise<void> {
  const { failed, lines } = await runCommand('verify', env, [], release);
  const audits = lines.filter((line) => /^equal\s+(ledgers of credits|orders): /.test(line)).map((line) => line.replace(/^equal\s+/, ''));
  const wrong = lines.slice(0, -1).filter((line) => !line.startsWith('equal'));
  const isWhole = audits.length === 2 && !audits.some((line) => line.includes('could not be asked'));
  tally.record(!failed && isWhole, [`${name}: npm run verify: ${lines.at(-1)}`, ...audits, ...wrong].join('; '));
}

/** Times of a kill and of the first moment with a process that ends interrupted work, milliseconds since 1970. */
export interface KillTimes {
  at: number;
  since: number;
}

interface WatchedVictim extends Victim {
  isWatched?: boolean;
}

/** Victims of a kill by name. With `isWatched`, a second command process ends interrupted work before the killed process runs again. */
export function victimsOf({ processes, processOf }: Environment): Readonly<Record<string, WatchedVictim>> {
  const [server, worker] = [processOf('command'), processOf('worker')];
  if (processes.length === 1) return { process: { processes }, postgres: { postgres: true }, everything: { processes, postgres: true } };
  return {
    ...{ server: { processes: [server], isWatched: true }, worker: { processes: [worker] } },
    ...{ temporal: { engine: 'temporal' }, 'server and worker': { processes: [server, worker] } },
  };
}

/** Kills a victim, and waits until everything runs again. */
export async function killVictim(environment: Environment, victim: WatchedVictim): Promise<KillTimes> {
  const at = Date.now();
  await environment.killAndRestart(victim);
  return { at, since: victim.isWatched ? at : Date.now() };
}

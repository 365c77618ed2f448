import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const command = join(import.meta.dirname, '../../../services/operations/database.ts');
/** The whole world takes less by far, milliseconds. */
const endsWithinMs = 300_000;

export type Env = Readonly<Record<string, string>>;

export interface Said {
  failed: boolean;
  lines: string[];
  seconds: number;
}

/** `npm run db -- ...` to its end, and what it said. */
export async function runDatabaseCommand(env: Env, ...args: readonly string[]): Promise<Said> {
  const { promise, resolve } = Promise.withResolvers<Said>();
  const began = performance.now();
  execFile(process.execPath, [command, ...args], { env, timeout: endsWithinMs }, (error, output, complaints) =>
    resolve({ failed: error !== null, lines: `${output}${complaints}`.trim().split('\n'), seconds: (performance.now() - began) / 1_000 }),
  );
  return promise;
}

/** `npm run db -- backup DIR --follow`, until it is killed. Resolves with its process id when it has begun. @throws Error when it ends instead. */
export async function startFollowing(env: Env, folder: string): Promise<number> {
  const child = spawn(process.execPath, [command, 'backup', folder, '--follow'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The backup ended with ${code} at once`)));
  ended.catch(() => {});
  const lines = createInterface({ input: child.stdout });
  await Promise.race([once(lines, 'line'), ended]);
  return child.pid ?? 0;
}

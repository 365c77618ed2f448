import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const command = join(import.meta.dirname, '../../../services/operations/events.ts');

/** `npm run events -- parked ...` with these settings; answers its lines. @throws Error when it fails. */
export async function parkedCommand(env: Readonly<Record<string, string>>, ...args: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'parked', ...args], { env: { ...env } });
  return stdout.trim().split('\n');
}

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildKey } from '@waystory/infra/engine-servers/provision.ts';
import { MissingTool } from '@waystory/infra/engine-servers/tools.ts';
import { withLock } from '@waystory/infra/lock.ts';

const call = promisify(execFile);

/** All clones share one installation. */
const cache = join(homedir(), '.cache', 'waystory', 'fuzz');
const requirements = join(import.meta.dirname, 'requirements.txt');
const installWithinMs = 600_000;
const answerWithinMs = 30_000;
const usually = 'usually: apt-get install python3-venv, or brew install python';

/** @throws MissingTool without a fitting Python */
async function requirePython(): Promise<void> {
  const question = 'import sys, venv, ensurepip; print(sys.version_info >= (3, 10))';
  const said = await call('python3', ['-c', question], { timeout: answerWithinMs }).catch(() => null);
  if (said?.stdout.trim() !== 'True') throw new MissingTool('schemathesis', `Python 3.10 or later with venv (python3) is missing; ${usually}`);
}

/** The path of the fuzzer, installed from PyPI when it is not in the cache. */
export async function schemathesis(progress: (line: string) => void): Promise<string> {
  const folder = join(cache, buildKey([requirements]));
  const whole = join(folder, 'complete');
  const program = join(folder, 'bin', 'schemathesis');
  if (existsSync(whole)) return program;
  await requirePython();
  mkdirSync(cache, { recursive: true });
  const onWait = (): void => progress('schemathesis: another process is installing it, waiting');
  await withLock(join(cache, 'install.lock'), { onWait, work: () => install(folder, whole, progress) });
  return program;
}

async function install(folder: string, whole: string, progress: (line: string) => void): Promise<void> {
  if (existsSync(whole)) return;
  // A virtual environment cannot be moved, so a half-made one is made again.
  rmSync(folder, { recursive: true, force: true });
  progress('schemathesis: installing, once on this machine ...');
  await call('python3', ['-m', 'venv', folder], { timeout: installWithinMs });
  const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-deps', '-r', requirements];
  await call(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', ...options], { timeout: installWithinMs });
  writeFileSync(whole, '');
}

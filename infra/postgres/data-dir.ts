import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { NoEmbeddedPostgres, type PostgresBinaries } from './binaries.ts';
import type { UnprivilegedRunner } from './unprivileged.ts';

/** State that a running server writes into its data folder. */
export interface RunningServer {
  pid: number;
  port: number;
  /** Folder of the server's unix socket. */
  host: string;
  status: 'starting' | 'stopping' | 'ready' | 'standby' | '';
}

const notACluster = (folder: string): string => `${folder} is not empty and holds no Postgres data: choose another DATA_DIR`;
const isCluster = (dataDir: string): boolean => existsSync(join(dataDir, 'PG_VERSION'));

/** True when a process with this id exists, even another user's. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The live server of a data folder; null without one. */
export function runningServer(dataDir: string): RunningServer | null {
  let lines: string[];
  try {
    lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const [pid, , , port, host, , , status] = lines.map((line) => line.trim());
  if (!pid || !isProcessAlive(Number(pid))) return null;
  // Only Postgres writes this file, and only with these states.
  return { pid: Number(pid), port: Number(port), host: host ?? '', status: (status ?? '') as RunningServer['status'] };
}

/**
 * Creates a cluster in `dataDir` unless one exists. It is initialized in a sibling folder and renamed, so that no incomplete cluster is used.
 * @throws NoEmbeddedPostgres when initdb cannot run or fails.
 */
export async function ensureCluster(dataDir: string, { initdb }: PostgresBinaries, user: UnprivilegedRunner): Promise<void> {
  if (isCluster(dataDir)) return;
  const target = resolve(dataDir);
  mkdirSync(dirname(target), { recursive: true });
  // The folder is checked again, because another process may have created a cluster in between.
  if (existsSync(target) && readdirSync(target).length > 0 && !isCluster(target)) throw new Error(notACluster(target));
  removeLeftovers(target);
  const draft = `${target}.initdb-${process.pid}-${randomBytes(4).toString('hex')}`;
  mkdirSync(draft, { mode: 0o700 });
  user.own(draft);
  try {
    await runInitdb(user.wrap(initdb, ['-D', draft, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions']));
    moveInto(draft, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function runInitdb([program, args]: [string, string[]]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', (error) => fail(new NoEmbeddedPostgres(`The embedded Postgres does not run here (${error.message})`)));
    child.on('close', (code) =>
      code === 0 ? done() : fail(new NoEmbeddedPostgres(`The embedded Postgres could not be set up (${output.trim().replaceAll(/\s*\n\s*/g, ' ')})`)),
    );
  });
}

function moveInto(draft: string, target: string): void {
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another process has created the cluster first; that cluster is used.
    if (isCluster(target)) return;
    throw new Error(notACluster(target), { cause: error });
  }
  const parent = openSync(dirname(target), 'r');
  fsyncSync(parent);
  closeSync(parent);
}

/** Removes drafts of processes that were killed during initdb. */
function removeLeftovers(target: string): void {
  const prefix = `${basename(target)}.initdb-`;
  for (const name of readdirSync(dirname(target))) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0;
    if (pid > 0 && !isProcessAlive(pid)) rmSync(join(dirname(target), name), { recursive: true, force: true });
  }
}

/**
 * Folder of the unix socket, outside the data folder, because a socket's path is limited to about 100 bytes.
 * @throws Error when another user owns or may enter it.
 */
export function socketFolder(dataDir: string, user: UnprivilegedRunner): string {
  const hash = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `waystory-${hash}`);
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700, recursive: true });
    user.own(folder);
  }
  const { mode, uid } = lstatSync(folder);
  // The socket needs no password, so only the owner may enter the folder.
  if ((mode & 0o170077) !== 0o040000 || uid !== user.uid)
    throw new Error(`${folder} must be a folder that only its owner, user ${user.uid}, can enter`);
  return folder;
}

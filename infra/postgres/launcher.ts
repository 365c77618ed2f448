import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { embeddedBinaries, NoEmbeddedPostgres, type PostgresBinaries } from './binaries.ts';
import { ensureCluster, isProcessAlive, type RunningServer, runningServer, socketFolder } from './data-dir.ts';
import { type UnprivilegedRunner, unprivilegedRunner } from './unprivileged.ts';

export { NoEmbeddedPostgres } from './binaries.ts';

export interface LaunchedPostgres {
  config: pg.PoolConfig;
  pid: number;
  /** True for a server that another process started and owns. */
  adopted: boolean;
  /** Resolves when the server ends for any reason: with its last log line, or a remark for an adopted server. */
  ended: Promise<string>;
  /** Stops the server gracefully and waits for its end; leaves an adopted server running. */
  stop(): Promise<void>;
}

/** Time for repeated starts, milliseconds. Children of a killed server hold its memory for a moment, so a start may fail at first. */
const startRetriesMs = 5_000;
/** Timeout of readiness, milliseconds: crash recovery replays up to a gigabyte of write-ahead log. */
const readyWithinMs = 60_000;
const stopWithinMs = 20_000;
/** Polling interval of an adopted server, milliseconds. */
const lookEveryMs = 500;
/** Longest wait for the last log lines of an ended server, milliseconds. */
const lastWordsWithinMs = 200;
const port = 5432;
const settings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'shared_buffers=64MB',
  'max_connections=120',
  'timezone=UTC',
  // The product uses no logical replication, and the setting saves a process.
  'max_logical_replication_workers=0',
  // The default cost makes plans scan small tables, and prepared statements keep such a plan while the table grows.
  'random_page_cost=1.1',
];

/**
 * Starts the Postgres from npm over a data folder, which is created when missing, or adopts the server that runs there. It listens on a private unix
 * socket and, on Linux, ends when this process dies.
 * @throws NoEmbeddedPostgres when this machine cannot run it; the message has the remedy.
 */
export async function launchPostgres({ dataDir, log = () => {} }: { dataDir: string; log?: (line: string) => void }): Promise<LaunchedPostgres> {
  const binaries = embeddedBinaries();
  const user = unprivilegedRunner();
  await ensureCluster(dataDir, binaries, user);
  const giveUpAt = Date.now() + startRetriesMs;
  for (;;) {
    const running = await settled(dataDir);
    if (running) {
      const config = configOf(running.host, running.port);
      if (await answers(config)) return { config, pid: running.pid, adopted: true, ended: endOf(running.pid), stop: async () => {} };
    }
    const { started, lastLine } = await start(dataDir, binaries, user, log);
    if (started) return started;
    if (Date.now() > giveUpAt) throw new NoEmbeddedPostgres(`The embedded Postgres does not start (${lastLine})`);
    await pause(100);
  }
}

/** Polls the end of an adopted server, because only a parent process is notified of the end of its child. */
function endOf(pid: number): Promise<string> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isProcessAlive(pid)) return;
      clearInterval(timer);
      resolve('it belonged to another process');
    }, lookEveryMs);
    timer.unref();
  });
}

const configOf = (host: string, at: number): pg.PoolConfig => ({ host, port: at, user: 'postgres', database: 'postgres' });

/** Running server of the data folder, once it is neither starting nor stopping; null without one. */
async function settled(dataDir: string): Promise<RunningServer | null> {
  const giveUpAt = Date.now() + readyWithinMs;
  for (;;) {
    const running = runningServer(dataDir);
    if (!running || (running.status !== 'starting' && running.status !== 'stopping') || Date.now() > giveUpAt) return running;
    await pause(20);
  }
}

async function answers(config: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

interface Attempt {
  started?: LaunchedPostgres;
  lastLine: string;
}

async function start(dataDir: string, { postgres }: PostgresBinaries, user: UnprivilegedRunner, log: (line: string) => void): Promise<Attempt> {
  const folder = socketFolder(dataDir, user);
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const [program, args] = user.wrapServer(postgres, ['-D', dataDir, '-p', String(port), '-k', folder, ...flags]);
  // A separate process group, so that Ctrl-C does not stop the server before this process has drained.
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let lastLine = 'it ended without a word';
  const remember = (line: string): void => {
    lastLine = line;
    log(line);
  };
  createInterface({ input: child.stderr }).on('line', remember);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', async (_, signal) => {
      // The last log lines may still be in the pipe, which children of the server may hold open.
      await Promise.race([once(child, 'close'), pause(lastWordsWithinMs)]);
      resolve(signal ? `killed by ${signal}` : lastLine);
    });
    child.once('error', (error) => {
      remember(error.message);
      resolve(error.message);
    });
  });
  const config = configOf(folder, port);
  if (!(await becomesReady(dataDir, config, child))) {
    await stopChild(child, ended);
    return { lastLine };
  }
  child.unref();
  // The pipe is a socket, which would keep this process alive; its type omits `unref`.
  if ('unref' in child.stderr && typeof child.stderr.unref === 'function') child.stderr.unref();
  const pid = child.pid ?? 0;
  return { started: { config, pid, adopted: false, ended, stop: () => stopChild(child, ended).then(() => removeEmpty(folder)) }, lastLine };
}

const hasEnded = (child: ChildProcess): boolean => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

async function becomesReady(dataDir: string, config: pg.PoolConfig, child: ChildProcess): Promise<boolean> {
  const giveUpAt = Date.now() + readyWithinMs;
  while (!hasEnded(child) && Date.now() < giveUpAt) {
    const running = runningServer(dataDir);
    if (running?.pid === child.pid && running?.status === 'ready' && (await answers(config))) return true;
    await pause(10);
  }
  return false;
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is in use by a new server of the same data.
  }
}

/** SIGINT is Postgres's fast shutdown. SIGQUIT stops without a checkpoint, and the next start recovers. */
async function stopChild(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (hasEnded(child)) return;
  child.ref();
  child.kill('SIGINT');
  const harder = setTimeout(() => child.kill('SIGQUIT'), stopWithinMs);
  await ended;
  clearTimeout(harder);
}

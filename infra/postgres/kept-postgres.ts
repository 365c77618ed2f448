import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type LaunchedPostgres, launchPostgres } from './launcher.ts';

/** An embedded server that restarts whenever it ends by itself. */
export interface SupervisedPostgres {
  /** Connection settings, equal over restarts, so that pools reconnect by themselves. */
  config: pg.PoolConfig;
  /** False from the server's end until it answers again. */
  isUp(): boolean;
  stop(): Promise<void>;
}

export interface SuperviseOptions {
  dataDir: string;
  /** Receives each line of the server's log. */
  serverLog?: (line: string) => void;
  /** Receives a sentence for each unexpected end, failed restart and successful restart of the server. */
  tell: (sentence: string) => void;
  /** Called once with the reason when the server did not restart in time; by default ends the process with that sentence. */
  onLost?: (sentence: string) => void;
  /** Time after which a failing restart is given up, milliseconds. */
  giveUpAfterMs?: number;
}

const giveUpAfterMs = 60_000;
/** Exponential backoff of restarts, first and longest pause, milliseconds. */
const [firstPauseMs, longestPauseMs] = [100, 5_000];

/**
 * Starts or adopts the embedded Postgres like `launchPostgres`, and restarts it over the same folder whenever it ends.
 * @throws NoEmbeddedPostgres when the first start fails.
 */
export async function supervisePostgres({
  dataDir,
  serverLog,
  tell,
  onLost = endProcess,
  giveUpAfterMs: patience = giveUpAfterMs,
}: SuperviseOptions): Promise<SupervisedPostgres> {
  const stopping = new AbortController();
  const launch = (): Promise<LaunchedPostgres> => launchPostgres({ dataDir, ...(serverLog && { log: serverLog }) });
  let server = await launch();
  let isUp = true;

  /** Restarts the server. False when the time limit has passed or `stop` was called. */
  async function startAgain(lastWords: string): Promise<boolean> {
    const endedAt = performance.now();
    tell(`The embedded Postgres ended (${lastWords}); it is started again`);
    let said = '';
    for (let wait = firstPauseMs; ; wait = Math.min(wait * 2, longestPauseMs)) {
      await pause(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return false;
      try {
        server = await launch();
        tell(`The embedded Postgres is back after ${secondsSince(endedAt)} s`);
        return true;
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        if (performance.now() - endedAt > patience) {
          onLost(`The embedded Postgres did not come back within ${secondsSince(endedAt)} s: ${why}`);
          return false;
        }
        // A full disk fails each start alike, so the reason is logged once.
        if (why !== said) tell(`${why}; it is tried again`);
        said = why;
      }
    }
  }

  const watching = (async () => {
    do {
      const lastWords = await server.ended;
      if (stopping.signal.aborted) return;
      isUp = false;
      isUp = await startAgain(lastWords);
    } while (isUp);
  })();

  return {
    config: server.config,
    isUp: () => isUp,
    stop: async () => {
      stopping.abort();
      // A pending start is awaited, so that its server can be stopped.
      if (!isUp) await watching;
      await server.stop();
    },
  };
}

/** The process ends, because it is useless without its database, and a supervisor may restart it. */
function endProcess(sentence: string): void {
  console.error(sentence);
  process.exit(1);
}

const secondsSince = (moment: number): number => Math.round((performance.now() - moment) / 100) / 10;

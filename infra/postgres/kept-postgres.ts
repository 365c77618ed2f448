import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type LaunchedPostgres, launchPostgres } from './launcher.ts';

/** A server that is started again whenever it ends by itself. */
export interface KeptPostgres {
  /** Stays the same over restarts, so that pools connect anew by themselves. */
  config: pg.PoolConfig;
  /** False from the end of the server until it answers again. */
  isUp(): boolean;
  stop(): Promise<void>;
}

export interface KeepOptions {
  dataDir: string;
  /** Told each line of the server's own log. */
  serverLog?: (line: string) => void;
  /** Told in a sentence of each end, each failed start and each return. */
  tell: (sentence: string) => void;
  /** Called once, with the reason, when the server could not be started again in time; ends the process with that sentence unless given. */
  onLost?: (sentence: string) => void;
  /** Milliseconds after which a start that fails is the last one. */
  giveUpAfterMs?: number;
}

const giveUpAfterMs = 60_000;
/** The pause between two starts doubles from the first to the second, milliseconds. */
const [firstPauseMs, longestPauseMs] = [100, 5_000];

/**
 * Starts or adopts the embedded Postgres as `launchPostgres` does, and starts it again over the same folder whenever it ends.
 * @throws NoEmbeddedPostgres when the first start fails.
 */
export async function keepPostgres({
  dataDir,
  serverLog,
  tell,
  onLost = endProcess,
  giveUpAfterMs: patience = giveUpAfterMs,
}: KeepOptions): Promise<KeptPostgres> {
  const stopping = new AbortController();
  const launch = (): Promise<LaunchedPostgres> => launchPostgres({ dataDir, ...(serverLog && { log: serverLog }) });
  let server = await launch();
  let isUp = true;

  /** False when the server is given up, or is not wanted any more. */
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
        // A disk that stays full fails each start alike.
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
      // A start that is under way is let finish, so that its server can be stopped.
      if (!isUp) await watching;
      await server.stop();
    },
  };
}

/** Without its database the process answers nothing; a supervisor may have more luck with a fresh one. */
function endProcess(sentence: string): void {
  console.error(sentence);
  process.exit(1);
}

const secondsSince = (moment: number): number => Math.round((performance.now() - moment) / 100) / 10;

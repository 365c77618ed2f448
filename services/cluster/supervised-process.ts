import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const main = new URL('../main.ts', import.meta.url).pathname;
/** Pause before a process that died is started again, milliseconds; it doubles while the process keeps dying, up to the second. */
const [firstPause, longestPause] = [200, 5_000];
/** A process that lived this long was well, milliseconds. */
const wellAfter = 10_000;

/** One process of the product that is to run. */
export interface ProcessPlan {
  name: string;
  roles: readonly string[];
  /** Contexts that it runs; every one when not given. */
  contexts?: readonly string[] | undefined;
  port: number;
  /** Where it tells its metrics. */
  metricsPort: number;
  /** `services/main.ts` of another release; this one's when not given. */
  program?: string | undefined;
}

/** A process that is started again whenever it dies. */
export interface SupervisedProcess extends ProcessPlan {
  /** Process id of the one that runs now; undefined between two. */
  pid(): number | undefined;
  /** How often it had to be started again. */
  restarts(): number;
  /** Ends it in an orderly way and for good. */
  stop(): Promise<void>;
}

/** Starts a process of the product and keeps it running; what it says is told line by line. */
export function supervise(plan: ProcessPlan, env: NodeJS.ProcessEnv, say: (line: string) => void): SupervisedProcess {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let restarts = 0;
  const running = (async () => {
    for (let wait = firstPause; !stopping.signal.aborted; restarts++) {
      const started = performance.now();
      child = start(plan, env, say);
      const [code, signal] = await once(child, 'exit');
      child = undefined;
      if (stopping.signal.aborted) return;
      wait = performance.now() - started > wellAfter ? firstPause : Math.min(wait * 2, longestPause);
      say(`ended by ${signal ?? `exit code ${code}`}; starts again in ${wait} ms`);
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    ...plan,
    pid: () => child?.pid,
    restarts: () => restarts,
    stop: async () => {
      stopping.abort();
      child?.kill('SIGTERM');
      await running;
    },
  };
}

function start(
  { roles, contexts = [], port, metricsPort, program = main }: ProcessPlan,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): ChildProcess {
  const args = [program, '--roles', roles.join(','), ...contexts];
  // Its own process group: Ctrl-C is ours to hear. Over the channel it learns that we are gone, however we went.
  const options = {
    env: { ...env, PORT: String(port), METRICS_PORT: String(metricsPort) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  } satisfies SpawnOptions;
  const child = spawn(process.execPath, args, options);
  for (const output of [child.stdout, child.stderr]) if (output) createInterface({ input: output }).on('line', say);
  child.on('error', (error) => say(error.message));
  return child;
}

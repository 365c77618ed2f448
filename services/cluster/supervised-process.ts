import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const main = new URL('../main.ts', import.meta.url).pathname;
/** Exponential backoff of restarts, first and longest pause, milliseconds. */
const [firstPause, longestPause] = [200, 5_000];
/** Uptime that resets the backoff, milliseconds. */
const wellAfter = 10_000;

/** Configuration of one process. */
interface ProcessPlan {
  name: string;
  roles: readonly string[];
  /** Contexts to run; every context by default. */
  contexts?: readonly string[] | undefined;
  port: number;
  /** Port of the metrics. */
  metricsPort: number;
  /** `services/main.ts` of another release; this release by default. */
  program?: string | undefined;
}

/** A process that is restarted whenever it ends. */
export interface SupervisedProcess extends ProcessPlan {
  /** Id of the current process; undefined between two processes. */
  pid(): number | undefined;
  /** Number of restarts. */
  restarts(): number;
  /** Drains and ends the process for good. */
  stop(): Promise<void>;
}

/** Starts a process, keeps it running and passes its output on by line. */
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
  // Own process group, so that Ctrl-C reaches only the parent. The channel tells the child when the parent is gone, even after a kill.
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

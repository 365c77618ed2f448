import { type ChildProcess, fork } from 'node:child_process';
import type { Layer, Plan } from './edition.ts';

/** Task of a build. */
export interface BuildOrder {
  /** Where archives are written. */
  folder: string;
  edition: string;
  plan: Plan;
  /** Missing layers. */
  layers: readonly Layer[];
  /** Whether everything else on the machine goes first. */
  inBackground: boolean;
}

/** Message of a running build; `share` is the part of all tiles of a layer, 0 to 1. */
export type BuildNews = { kind: 'progress'; layer: Layer; share: number } | { kind: 'archive'; layer: Layer; maxzoom: number };

/** Vectors and pictures are built side by side, on two cores. */
const lanes: readonly (readonly Layer[])[] = [['street'], ['satellite', 'relief']];

const program = new URL('./build/build-process.ts', import.meta.url);
/** Coasts and waters of the world lie outside the heap; a region of them and its tiles lie in it. Megabytes. */
const heap = ['--max-old-space-size=1024', '--max-semi-space-size=16'];

export interface Build {
  /** Resolves when all is built or the build was stopped; rejects when a part of it failed. */
  finished: Promise<void>;
  /** Goes on with what lies deeper than the opening screen. */
  deepen(): void;
  stop(): Promise<void>;
}

/**
 * Builds tiles in processes of their own, so that requests are answered meanwhile. Threads would not do: what clears up their memory
 * belongs to the whole process, and would hold up the rest of it.
 */
export function startBuild(order: BuildOrder, hear: (news: BuildNews) => void): Build {
  let stopped = false;
  const children = lanes
    .map((lane) => order.layers.filter((layer) => lane.includes(layer)))
    .filter((layers) => layers.length > 0)
    .map((layers) => startProcess({ ...order, layers }, hear));
  const ended = children.map((child) => endOf(child, () => stopped));
  return {
    finished: Promise.all(ended).then(() => {}),
    deepen() {
      for (const child of children) if (child.connected) child.send('deepen');
    },
    async stop() {
      stopped = true;
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(ended);
    },
  };
}

function startProcess(order: BuildOrder, hear: (news: BuildNews) => void): ChildProcess {
  const child = fork(program, [JSON.stringify(order)], { execArgv: heap });
  child.on('message', hear);
  // A process that has nothing else to do need not stay for the map.
  child.unref();
  child.channel?.unref();
  return child;
}

function endOf(child: ChildProcess, wasStopped: () => boolean): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.once('error', reject);
  child.once('exit', (code, signal) => {
    if (code === 0 || wasStopped()) resolve();
    else reject(new Error(`A process that builds the map ended with ${signal ?? `exit code ${code}`}`));
  });
  return promise;
}

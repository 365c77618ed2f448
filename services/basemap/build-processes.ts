import { type ChildProcess, fork } from 'node:child_process';
import type { BuildPlan, Layer } from './edition.ts';

/** Task of a build. */
export interface BuildTask {
  /** Folder of the archives. */
  folder: string;
  edition: string;
  plan: BuildPlan;
  /** Missing layers. */
  layers: readonly Layer[];
  /** True for lowest scheduling priority. */
  inBackground: boolean;
}

/** Message of a running build. `share` is the finished part of a layer's tiles, 0 to 1. */
export type BuildMessage = { kind: 'progress'; layer: Layer; share: number } | { kind: 'archive'; layer: Layer; maxzoom: number };

/** Vector and raster layers are built concurrently, on two cores. */
const lanes: readonly (readonly Layer[])[] = [['street'], ['satellite', 'relief']];

const program = new URL('./build/build-process.ts', import.meta.url);
/** Heap limits in megabytes. Coasts and waters of the world lie outside the heap; a region with its tiles lies in it. */
const heap = ['--max-old-space-size=1024', '--max-semi-space-size=16'];

export interface Build {
  /** Resolves when the build is complete or stopped; rejects when a part failed. */
  finished: Promise<void>;
  /** Continues with zoom levels deeper than the opening screen. */
  deepen(): void;
  stop(): Promise<void>;
}

/** Builds tiles in child processes, so that requests are answered meanwhile. Garbage collection of worker threads would pause the whole process. */
export function startBuild(order: BuildTask, hear: (news: BuildMessage) => void): Build {
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

function startProcess(order: BuildTask, hear: (news: BuildMessage) => void): ChildProcess {
  const child = fork(program, [JSON.stringify(order)], { execArgv: heap });
  child.on('message', hear);
  // A parent without other work may exit before the map is complete.
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

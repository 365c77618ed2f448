import { Worker } from 'node:worker_threads';
import { EngineUnavailable } from '../errors.ts';
import type { RenderReply, RenderRequest } from './render-worker.ts';
import { sceneKey } from './scene-key.ts';

/** Pictures that may wait for their turn because somebody waits for them; whoever comes then is sent away for a moment. */
const longestQueue = 200;

/** Draws scenes, one at a time, on a thread of its own that starts with the first one. */
export interface SceneRenderer {
  /**
   * The picture as WebP. Those who ask for the same one at the same time share it; what is not `urgent` waits until nothing urgent does.
   * @throws EngineUnavailable when too many wait, or when the renderer is closed.
   */
  render(request: RenderRequest, urgent: boolean): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Job extends PromiseWithResolvers<Uint8Array> {
  name: string;
  request: RenderRequest;
  urgent: boolean;
}

const unavailable = (): EngineUnavailable => new EngineUnavailable('scenes', null);

export function createSceneRenderer(): SceneRenderer {
  const waiting = new Map<string, Job>();
  let running: Job | undefined;
  let closed = false;
  const thread = createThread((finish) => {
    if (running) finish(running);
    running = undefined;
    advance();
  });
  function advance(): void {
    if (running || closed) return;
    const queue = [...waiting.values()];
    running = queue.find(({ urgent }) => urgent) ?? queue[0];
    if (running) {
      waiting.delete(running.name);
      thread.draw(running.request);
    } else thread.rest();
  }

  return {
    render(request, urgent) {
      if (closed) return Promise.reject(unavailable());
      const name = `${sceneKey(request.scene)}-${request.width}`;
      const known = running?.name === name ? running : waiting.get(name);
      if (known) {
        known.urgent ||= urgent;
        return known.promise;
      }
      if (urgent && [...waiting.values()].filter((job) => job.urgent).length >= longestQueue) return Promise.reject(unavailable());
      const job = { ...Promise.withResolvers<Uint8Array>(), name, request, urgent };
      waiting.set(name, job);
      advance();
      return job.promise;
    },
    async close() {
      closed = true;
      running?.reject(unavailable());
      for (const job of waiting.values()) job.reject(unavailable());
      await thread.stop();
    },
  };
}

/** A thread that draws one picture and then says how it went; after a crash the next picture gets a new one. */
function createThread(done: (finish: (job: Job) => void) => void) {
  let worker: Worker | undefined;
  const start = (): Worker => {
    const started = new Worker(new URL('./render-worker.ts', import.meta.url));
    started.on('message', (reply: RenderReply) => done((job) => ('bytes' in reply ? job.resolve(reply.bytes) : job.reject(new Error(reply.error)))));
    started.on('error', (error) => {
      worker = undefined;
      done((job) => job.reject(error));
    });
    return started;
  };
  return {
    draw(request: RenderRequest): void {
      worker ??= start();
      worker.ref();
      worker.postMessage(request);
    },
    /** An idle thread keeps no process alive. */
    rest: (): void => worker?.unref(),
    stop: async (): Promise<void> => {
      await worker?.terminate();
    },
  };
}

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { RenderReply, RenderRequest } from './render-worker.ts';
import { type Scene, sceneKey } from './scene.ts';

/** Capacity of the queue of urgent requests; beyond it the gallery refuses (back-pressure). */
const queueCapacity = 200;

/** Error for a full queue, after which the same call may succeed later, or for a closed gallery. */
export class GalleryUnavailable extends Error {}

/** Draws scenes one at a time on a worker thread, which starts with the first request. */
interface SceneRenderer {
  /**
   * The picture as WebP. Concurrent requests for one picture share its rendering. Urgent requests go first.
   * @throws GalleryUnavailable when the queue is full, or the renderer is closed.
   */
  render(request: RenderRequest, urgent: boolean): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Job extends PromiseWithResolvers<Uint8Array> {
  name: string;
  request: RenderRequest;
  urgent: boolean;
}

const unavailable = (): GalleryUnavailable => new GalleryUnavailable('scenes are not available');

function createSceneRenderer(): SceneRenderer {
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
      if (urgent && [...waiting.values()].filter((job) => job.urgent).length >= queueCapacity) return Promise.reject(unavailable());
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

/** The worker thread: one request, one reply. After a crash the next request starts a new thread. */
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
    /** Unreferenced while idle, so that the thread does not keep the process alive. */
    rest: (): void => worker?.unref(),
    stop: async (): Promise<void> => {
      await worker?.terminate();
    },
  };
}

/** Maximum number of cached files, about 500 MB together. Further pictures are rendered on every request. */
const maxFiles = 25_000;

/** Pictures of scenes: drawn at the first request, then cached on disk. */
export interface SceneGallery {
  /**
   * A picture as WebP.
   * @param width one of `pictureWidthsOf` the shape
   * @throws GalleryUnavailable when the queue is full, or the gallery is closed.
   */
  picture(scene: Scene, width: number): Promise<Uint8Array>;
  /** Draws pictures ahead, at low priority. Resolves when each was drawn or has failed, or when the gallery is closed. */
  prepare(pictures: readonly { scene: Scene; width: number }[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates a gallery with a disk cache. The cache belongs to one version of the drawing code, and a change of the code clears it.
 * @param folder of the cache; no cache without it.
 */
export function createSceneGallery(folder?: string): SceneGallery {
  const renderer = createSceneRenderer();
  let opened: Promise<Shelf | null> | undefined;
  let closed = false;

  async function picture(scene: Scene, width: number, urgent: boolean): Promise<Uint8Array> {
    opened ??= folder ? openShelf(folder) : Promise.resolve(null);
    const shelf = await opened;
    const name = `${sceneKey(scene)}-${width}.webp`;
    const kept = await shelf?.read(name);
    if (kept) return kept;
    const drawn = await renderer.render({ scene, width }, urgent);
    await shelf?.keep(name, drawn);
    return drawn;
  }

  return {
    picture: (scene, width) => picture(scene, width, true),
    async prepare(pictures) {
      for (const { scene, width } of pictures) {
        if (closed) return;
        const started = performance.now();
        // A failure is ignored, because the later request for the picture reports it.
        await picture(scene, width, false).catch(() => {});
        // Pauses as long as the drawing took, so that other start-up work gets half of the CPU.
        await pause(performance.now() - started, undefined, { ref: false });
      }
    },
    async close() {
      closed = true;
      await renderer.close();
    },
  };
}

interface Shelf {
  read(name: string): Promise<Uint8Array | null>;
  keep(name: string, bytes: Uint8Array): Promise<void>;
}

/** Opens the cache folder of the current drawing code and removes the folders of other versions. Null when the disk is not writable. */
async function openShelf(folder: string): Promise<Shelf | null> {
  const edition = await editionOfDrawings();
  const home = join(folder, edition);
  try {
    await mkdir(home, { recursive: true });
    for (const other of await readdir(folder)) if (other !== edition) await rm(join(folder, other), { recursive: true, force: true });
  } catch {
    return null;
  }
  const names = new Set(await readdir(home));
  return {
    read: async (name) => (names.has(name) ? readFile(join(home, name)).catch(() => null) : null),
    async keep(name, bytes) {
      if (names.size >= maxFiles || names.has(name)) return;
      const draft = join(home, `${randomUUID()}.part`);
      await writeFile(draft, bytes)
        .then(() => rename(draft, join(home, name)))
        .then(() => void names.add(name))
        .catch(() => rm(draft, { force: true }));
    },
  };
}

/** Hash of all code that affects the appearance of pictures. */
async function editionOfDrawings(): Promise<string> {
  const files = [
    'render-worker.ts',
    'scene.ts',
    ...(await readdir(join(import.meta.dirname, 'drawing'), { recursive: true })).map((file) => `drawing/${file}`),
  ];
  const hash = createHash('sha256');
  for (const file of files.filter((name) => name.endsWith('.ts')).sort()) hash.update(await readFile(join(import.meta.dirname, file)));
  return hash.digest('hex').slice(0, 16);
}

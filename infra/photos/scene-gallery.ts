import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Scene, sceneKey } from './scene-key.ts';
import { createSceneRenderer } from './scene-renderer.ts';

/** Files that are kept at most, about 500 MB; beyond it pictures are drawn each time. */
const mostFiles = 25_000;

/** Pictures of scenes: drawn when they are first asked for, then kept on disk. */
export interface SceneGallery {
  /**
   * A picture as WebP.
   * @param width one of `widthsOf` the shape.
   * @throws EngineUnavailable when too many wait for theirs.
   */
  picture(scene: Scene, width: number): Promise<Uint8Array>;
  /** Draws pictures ahead, one after the other, whenever nobody waits for another. Resolves when they are there or the gallery is closed. */
  prepare(pictures: readonly { scene: Scene; width: number }[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * A gallery over a folder. What is in it belongs to one edition of the drawing code and goes when the code changes.
 * @param folder where pictures are kept; without one, nowhere.
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
        // What cannot be drawn ahead is drawn when it is asked for, and then whoever asks is told.
        await picture(scene, width, false).catch(() => {});
        // Every other moment belongs to the rest of the start.
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

/** The folder of this edition, without those of others. A disk that takes nothing costs time only. */
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
      if (names.size >= mostFiles || names.has(name)) return;
      const draft = join(home, `${randomUUID()}.part`);
      await writeFile(draft, bytes)
        .then(() => rename(draft, join(home, name)))
        .then(() => void names.add(name))
        .catch(() => rm(draft, { force: true }));
    },
  };
}

/** Hash of all code that has a say in how a picture looks. */
async function editionOfDrawings(): Promise<string> {
  const files = [
    'render-worker.ts',
    'scene-key.ts',
    ...(await readdir(join(import.meta.dirname, 'scenes'), { recursive: true })).map((file) => `scenes/${file}`),
  ];
  const hash = createHash('sha256');
  for (const file of files.filter((name) => name.endsWith('.ts')).sort()) hash.update(await readFile(join(import.meta.dirname, file)));
  return hash.digest('hex').slice(0, 16);
}

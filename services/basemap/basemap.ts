import { mkdir } from 'node:fs/promises';
import type { Log } from '@waystory/infra/log.ts';
import { archivesOf } from './archives.ts';
import { type Build, type BuildNews, type BuildOrder, startBuild } from './build-threads.ts';
import { editionOf, type Layer, layers, type Plan } from './edition.ts';
import { removeOutdated } from './outdated.ts';

/** How far the map of this process is, as `GET /basemap/status` tells it. */
export interface BasemapStatus {
  /** Part of the address of every tile; another one means other tiles. */
  version: string;
  /** Nothing will be added any more. */
  done: boolean;
  /** Of the whole build, 0 to 100. */
  percent: number;
  /** Deepest zoom that there is now; null while there is none. */
  street: { maxzoom: number | null };
  relief: { maxzoom: number | null };
  satellite: { maxzoom: number | null };
}

export interface Basemap {
  status(): BasemapStatus;
  /** The tile as it is stored, null when nothing is on it, undefined when the map does not reach there (yet). */
  tile(layer: Layer, z: number, x: number, y: number): Promise<Buffer | null | undefined>;
  /** Resolves when the map is as deep as it will be in this process. */
  settled: Promise<void>;
  stop(): Promise<void>;
}

/** Opens the tiles of a folder and builds what it lacks, behind the back of whoever asks for tiles. */
export async function openBasemap(folder: string, plan: Plan, log: Log): Promise<Basemap> {
  const edition = editionOf(plan);
  const archives = archivesOf(folder, edition, plan);
  await archives.openAll();
  const shares = new Map<Layer, number>();
  let taken = Promise.resolve();
  const hear = (news: BuildNews): void => {
    if (news.kind === 'progress') shares.set(news.layer, news.share);
    else taken = taken.then(() => archives.take(news.layer, news.maxzoom));
  };
  const missing = layers.filter((layer) => archives.depth(layer) !== plan.full[layer]);
  const build = missing.length > 0 ? await begin({ folder, edition, plan, layers: missing }, hear, log) : null;
  const settle = async (): Promise<void> => {
    await build?.finished;
    await taken;
    if (archives.isComplete()) await removeOutdated(folder, archives.complete);
  };
  const settled = settle().catch((error: unknown) => log.error({ err: error }, 'the basemap was not finished; the next start tries again'));
  return {
    settled,
    status: () => ({
      version: edition,
      done: archives.isComplete(),
      percent: percentOf((layer) => (missing.includes(layer) ? (shares.get(layer) ?? 0) : 1), archives.isComplete()),
      street: { maxzoom: archives.depth('street') },
      relief: { maxzoom: archives.depth('relief') },
      satellite: { maxzoom: archives.depth('satellite') },
    }),
    async tile(layer, z, x, y) {
      const archive = archives.of(layer);
      return archive && z <= archive.header.maxZoom ? archive.tile(z, x, y) : undefined;
    },
    async stop() {
      await build?.stop();
      await settled;
      await archives.close();
    },
  };
}

/** Parts of the time that a build takes. */
const weights: Readonly<Record<Layer, number>> = { street: 0.6, relief: 0.15, satellite: 0.25 };

/** 100 only when the last archive is in use. */
function percentOf(share: (layer: Layer) => number, complete: boolean): number {
  if (complete) return 100;
  return Math.min(99, Math.floor(layers.reduce((sum, layer) => sum + weights[layer] * share(layer), 0) * 100));
}

/** A folder that cannot be written to costs the map and nothing else. */
async function begin(order: BuildOrder, hear: (news: BuildNews) => void, log: Log): Promise<Build | null> {
  try {
    await mkdir(order.folder, { recursive: true });
  } catch (error) {
    log.error({ err: error }, 'there is no place for the basemap');
    return null;
  }
  const started = performance.now();
  return startBuild(order, (news) => {
    hear(news);
    if (news.kind === 'archive')
      log.info({ ...news, seconds: Math.round((performance.now() - started) / 100) / 10 }, 'a part of the basemap is there');
  });
}

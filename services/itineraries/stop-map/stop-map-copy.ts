import { setImmediate as breathe } from 'node:timers/promises';
import type { LocationTree } from './location-tree.ts';
import { blockBytes, endBytes, type StopBlock } from './stop-block.ts';
import type { StopRows, ToldPairs } from './stop-rows.ts';
import { worldBits, worldSize } from './world-grid.ts';

/** Most stops of one block, unless more share one location. Building one blocks the thread for some milliseconds. */
const mostStops = 16_384;

/**
 * All stops in the order of the quadtree, as bytes. The map may change between two blocks, so a moved stop may be missing or appear twice. It is
 * corrected when its itinerary sets its stops again.
 */
export function* copyOf(tree: LocationTree, rows: StopRows): Generator<Uint8Array> {
  const known: ToldPairs = { numbers: new Map(), count: 0 };
  let stops = 0;
  for (const found of rowsByCell(tree, rows, 0, 0, 0)) {
    const block = rows.copy(found, known);
    stops += block.x.length;
    yield blockBytes(block);
  }
  yield endBytes(stops);
}

/** Rows of a cell of 2^level x 2^level, some at a time. */
function* rowsByCell(tree: LocationTree, rows: StopRows, level: number, column: number, row: number): Generator<Int32Array> {
  const side = worldSize / 2 ** level;
  const area = { left: column * side, top: row * side, right: (column + 1) * side, bottom: (row + 1) * side };
  let stops = 0;
  tree.cells(null, level, area, (node) => {
    stops += tree.count(node);
    return true;
  });
  if (stops === 0) return;
  if (stops <= mostStops || level === worldBits) {
    const found: number[] = [];
    tree.cells(null, worldBits, area, (location) => {
      for (let at = tree.tag(location); at >= 0; at = rows.columns.nextAtLocation[at] ?? -1) found.push(at);
      return true;
    });
    return yield Int32Array.from(found);
  }
  for (const east of [0, 1]) for (const south of [0, 1]) yield* rowsByCell(tree, rows, level + 1, column * 2 + east, row * 2 + south);
}

/** Puts the stops of a copy on an empty map. @throws Error when it is none */
export async function fillFrom(blocks: AsyncIterable<StopBlock>, tree: LocationTree, rows: StopRows): Promise<void> {
  const { columns } = rows;
  const locations = tree.inOrder();
  const known: number[] = [];
  for await (const block of blocks) {
    const first = rows.append(block, known);
    for (let at = 0; at < block.x.length; at++) {
      const location = locations.add(block.x[at] ?? 0, block.y[at] ?? 0);
      columns.nextAtLocation[first + at] = tree.tag(location);
      tree.setTag(location, first + at);
    }
    await breathe();
  }
  locations.end();
}

import { worldBits } from './world-grid.ts';

const none = -1;

/** Nodes of a location tree as columns. `first` and `second` are the halves; a location has none and keeps its tag in `first`. */
export function createTreeNodes() {
  let capacity = 1_024;
  let used = 0;
  let free = none;
  const columns = {
    depth: new Uint8Array(capacity),
    x: new Int32Array(capacity),
    y: new Int32Array(capacity),
    first: new Int32Array(capacity),
    second: new Int32Array(capacity),
    count: new Uint32Array(capacity),
    sumX: new Float64Array(capacity),
    sumY: new Float64Array(capacity),
  };
  const grow = (): void => {
    capacity *= 2;
    columns.depth = new Uint8Array(columns.depth.buffer.transfer(capacity));
    for (const name of ['x', 'y', 'first', 'second'] as const) columns[name] = new Int32Array(columns[name].buffer.transfer(capacity * 4));
    columns.count = new Uint32Array(columns.count.buffer.transfer(capacity * 4));
    for (const name of ['sumX', 'sumY'] as const) columns[name] = new Float64Array(columns[name].buffer.transfer(capacity * 8));
  };
  return {
    columns,
    /** A node without stops; x and y are those of its north-western corner. */
    make(depth: number, x: number, y: number, first: number, second: number): number {
      if (free === none && used === capacity) grow();
      const node = free === none ? used++ : free;
      if (node === free) free = columns.first[node] ?? none;
      columns.depth[node] = depth;
      columns.x[node] = x & -(2 ** (worldBits - ((depth + 1) >> 1)));
      columns.y[node] = y & -(2 ** (worldBits - (depth >> 1)));
      columns.first[node] = first;
      columns.second[node] = second;
      columns.count[node] = 0;
      columns.sumX[node] = 0;
      columns.sumY[node] = 0;
      return node;
    },
    release(node: number): void {
      columns.first[node] = free;
      free = node;
    },
  };
}

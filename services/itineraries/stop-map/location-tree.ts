import { worldBits } from './world-grid.ts';

/** Nodes of a location tree as columns. `first` and `second` are the halves; a location has none and keeps its tag in `first`. */
function createTreeNodes() {
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
    /** A node without stops; x and y are the coordinates of its north-western corner. */
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

/** Bits of a position, x and y interleaved. Also the depth of a location. */
const locationDepth = 2 * worldBits;
const none = -1;

/** Part of the world in world units, without its right and lower edges. */
export interface WorldArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Locations with their number of stops, as a compressed quadtree. A node is a location, or the smallest square (or half of one) around several. Its
 * shape depends on the locations alone, not on their order. Adding and removing touch one path.
 */
export interface LocationTree {
  /** Counts one more stop at a position; returns its location. */
  add(x: number, y: number): number;
  /** Bulk load of an empty tree with stops in quadtree order, in a tenth of the time. The tree is complete after `end`. */
  inOrder(): { /** @throws Error when the position is out of order. */ add(x: number, y: number): number; end(): void };
  /**
   * Counts one stop less at a position.
   * @throws Error when no stop is there.
   */
  remove(x: number, y: number): void;
  /**
   * The location of a stop.
   * @throws Error when no stop is there.
   */
  find(x: number, y: number): number;
  /**
   * Passes each node that fills a cell of the 2^level x 2^level grid to `take`, in quadtree order, until `take` returns false.
   * @param from Node to search below; null is the whole world.
   */
  cells(from: number | null, level: number, area: WorldArea | null, take: (node: number) => boolean): boolean;
  /** Number of stops in an area; squares entirely inside are counted without a descent. */
  countIn(area: WorldArea): number;
  /** Whether all stops of the node are at the same location. */
  isLocation(node: number): boolean;
  count(node: number): number;
  /** Sum of x over the stops of a node, world units. */
  sumX(node: number): number;
  sumY(node: number): number;
  x(node: number): number;
  y(node: number): number;
  /** Number that the caller stores with a location; -1 at first. */
  tag(location: number): number;
  setTag(location: number, tag: number): void;
}

/** Depth at which two positions begin to differ. */
const commonDepth = (x: number, y: number, otherX: number, otherY: number): number =>
  Math.min(2 * (Math.clz32(x ^ otherX) - 2), 2 * (Math.clz32(y ^ otherY) - 2) + 1);
/** Which half a position lies in at a depth. */
const halfOf = (x: number, y: number, depth: number): number => ((depth & 1 ? y : x) >> (worldBits - 1 - (depth >> 1))) & 1;

export function createLocationTree(): LocationTree {
  const nodes = createTreeNodes();
  const { columns } = nodes;
  let root = none;
  const path = new Int32Array(locationDepth + 1);

  const depthOf = (node: number): number => columns.depth[node] ?? 0;
  const childOf = (node: number, half: number): number => (half ? columns.second[node] : columns.first[node]) ?? none;
  const replaceChild = (parent: number, old: number, node: number): void => {
    if (parent === none) root = node;
    else if (columns.first[parent] === old) columns.first[parent] = node;
    else columns.second[parent] = node;
  };
  const weigh = (node: number, stops: number, x: number, y: number): void => {
    columns.count[node] = (columns.count[node] ?? 0) + stops;
    columns.sumX[node] = (columns.sumX[node] ?? 0) + x;
    columns.sumY[node] = (columns.sumY[node] ?? 0) + y;
  };
  /** Puts a location beside a node that does not hold it, under a new node around both. */
  const addBeside = (node: number, parent: number, depth: number, x: number, y: number): number => {
    const location = nodes.make(locationDepth, x, y, none, none);
    const half = halfOf(x, y, depth);
    const around = nodes.make(depth, x, y, half ? node : location, half ? location : node);
    weigh(around, (columns.count[node] ?? 0) + 1, (columns.sumX[node] ?? 0) + x, (columns.sumY[node] ?? 0) + y);
    replaceChild(parent, node, around);
    return location;
  };

  function add(x: number, y: number): number {
    let parent = none;
    let node = root;
    while (node !== none) {
      const depth = commonDepth(x, y, columns.x[node] ?? 0, columns.y[node] ?? 0);
      if (depth < depthOf(node)) {
        node = addBeside(node, parent, depth, x, y);
        break;
      }
      if (depthOf(node) === locationDepth) break;
      weigh(node, 1, x, y);
      parent = node;
      node = childOf(node, halfOf(x, y, depthOf(node)));
    }
    if (node === none) {
      node = nodes.make(locationDepth, x, y, none, none);
      root = node;
    }
    weigh(node, 1, x, y);
    return node;
  }

  const weighWith = (node: number, child: number): void => weigh(node, columns.count[child] ?? 0, columns.sumX[child] ?? 0, columns.sumY[child] ?? 0);

  /** Nodes on the path to the last location are complete once a later location branches off above them. */
  function inOrder(): ReturnType<LocationTree['inOrder']> {
    const edge: number[] = [];
    /** Completes the nodes below a depth; answers the topmost of them. */
    const close = (depth: number): number => {
      let closed = none;
      for (let node = edge.at(-1); node !== undefined && depthOf(node) > depth; node = edge.at(-1)) {
        if (closed !== none) weighWith(node, closed);
        closed = node;
        edge.pop();
      }
      return closed;
    };
    return {
      add(x, y) {
        const last = edge.at(-1);
        const depth = last === undefined ? none : commonDepth(x, y, columns.x[last] ?? 0, columns.y[last] ?? 0);
        if (last !== undefined && depth === locationDepth) {
          weigh(last, 1, x, y);
          return last;
        }
        if (last === undefined ? root !== none : halfOf(x, y, depth) === 0) throw new Error('A location is not in the order of the quadtree');
        const before = close(depth);
        const location = nodes.make(locationDepth, x, y, none, none);
        weigh(location, 1, x, y);
        if (before === none) root = location;
        else {
          const around = nodes.make(depth, x, y, before, location);
          weighWith(around, before);
          replaceChild(edge.at(-1) ?? none, before, around);
          edge.push(around);
        }
        edge.push(location);
        return location;
      },
      end: () => void close(none),
    };
  }

  /** Fills `path` with the nodes from the root to a location; answers their number. */
  function pathTo(x: number, y: number): number {
    let length = 0;
    let node = root;
    while (node !== none && commonDepth(x, y, columns.x[node] ?? 0, columns.y[node] ?? 0) >= depthOf(node)) {
      path[length++] = node;
      if (depthOf(node) === locationDepth) return length;
      node = childOf(node, halfOf(x, y, depthOf(node)));
    }
    throw new Error('There is no stop at this location');
  }

  function remove(x: number, y: number): void {
    const length = pathTo(x, y);
    const location = path[length - 1] ?? none;
    for (let step = 0; step < length; step++) weigh(path[step] ?? none, -1, -x, -y);
    if (columns.count[location] !== 0) return;
    // The remaining node of a pair replaces its parent.
    const around = path[length - 2] ?? none;
    if (length === 1) root = none;
    else {
      replaceChild(length > 2 ? (path[length - 3] ?? none) : none, around, childOf(around, columns.first[around] === location ? 1 : 0));
      nodes.release(around);
    }
    nodes.release(location);
  }

  /** Null when a node's square or half lies outside the area, true when entirely inside, false when it crosses the edge. */
  const isWithin = (node: number, { left, top, right, bottom }: WorldArea): boolean | null => {
    const depth = depthOf(node);
    const [west, north] = [columns.x[node] ?? 0, columns.y[node] ?? 0];
    const east = west + (1 << (worldBits - ((depth + 1) >> 1)));
    const south = north + (1 << (worldBits - (depth >> 1)));
    if (west >= right || north >= bottom || east <= left || south <= top) return null;
    return west >= left && north >= top && east <= right && south <= bottom;
  };
  function cells(from: number | null, level: number, area: WorldArea | null, take: (node: number) => boolean): boolean {
    const node = from ?? root;
    if (node === none) return true;
    const isInside = area ? isWithin(node, area) : true;
    if (isInside === null) return true;
    if (depthOf(node) >= 2 * level) return take(node);
    // A node inside as a whole needs no further comparison.
    const below = isInside ? null : area;
    return cells(childOf(node, 0), level, below, take) && cells(childOf(node, 1), level, below, take);
  }
  function countIn(area: WorldArea, node: number): number {
    const isInside = node === none ? null : isWithin(node, area);
    if (isInside === null) return 0;
    // A location is a single point, so any overlap is the whole of it.
    if (isInside || depthOf(node) === locationDepth) return columns.count[node] ?? 0;
    return countIn(area, childOf(node, 0)) + countIn(area, childOf(node, 1));
  }

  return {
    add,
    inOrder,
    remove,
    find: (x, y) => path[pathTo(x, y) - 1] ?? none,
    cells,
    countIn: (area) => countIn(area, root),
    isLocation: (node) => depthOf(node) === locationDepth,
    count: (node) => columns.count[node] ?? 0,
    sumX: (node) => columns.sumX[node] ?? 0,
    sumY: (node) => columns.sumY[node] ?? 0,
    x: (node) => columns.x[node] ?? 0,
    y: (node) => columns.y[node] ?? 0,
    tag: (location) => columns.first[location] ?? none,
    setTag: (location, tag) => {
      columns.first[location] = tag;
    },
  };
}

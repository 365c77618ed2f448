import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { type Box, isInBox } from '@waystory/proto/kit/filter.ts';

/** Edge of a grid cell, degrees: about the size of a town. */
const cell = 0.1;
const columns = Math.round(360 / cell);
const rowOf = (latitude: number): number => Math.floor((latitude + 90) / cell);
const columnOf = (longitude: number): number => Math.floor((longitude + 180) / cell) % columns;

/** Point that is in no box. */
const nowhere: Coordinates = { latitude: Number.NaN, longitude: Number.NaN };

/** In-memory spatial index. */
export interface PointIndex<T> {
  /** Adds an item at a point, or moves the item there. */
  set(item: T, at: Coordinates): void;
  delete(item: T): void;
  /** Items within a bounding box of a few degrees, in no order. A box whose west is greater than its east crosses the antimeridian. */
  within(box: Box): T[];
}

/** Grid index: a bounding box within a town covers few cells, even among millions of points. */
export function createPointIndex<T>(): PointIndex<T> {
  const points = new Map<T, Coordinates>();
  const cells = new Map<number, Set<T>>();
  const cellOf = ({ latitude, longitude }: Coordinates): number => rowOf(latitude) * columns + columnOf(longitude);
  const remove = (item: T): void => {
    const at = points.get(item);
    if (!at) return;
    points.delete(item);
    const key = cellOf(at);
    cells.get(key)?.delete(item);
    if (cells.get(key)?.size === 0) cells.delete(key);
  };
  return {
    set(item, at) {
      remove(item);
      points.set(item, at);
      const key = cellOf(at);
      const together = cells.get(key) ?? new Set();
      cells.set(key, together.add(item));
    },
    delete: remove,
    within: (box) => cellsIn(box).flatMap((key) => [...(cells.get(key) ?? [])].filter((item) => isInBox(box, points.get(item) ?? nowhere))),
  };
}

function cellsIn({ south, west, north, east }: Box): number[] {
  const across = ((columnOf(east) - columnOf(west) + columns) % columns) + 1;
  const up = rowOf(north) - rowOf(south) + 1;
  return Array.from({ length: up }, (_, row) =>
    Array.from({ length: across }, (_column, column) => (rowOf(south) + row) * columns + ((columnOf(west) + column) % columns)),
  ).flat();
}

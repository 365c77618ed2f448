import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { type Box, isInBox } from '@waystory/proto/kit/filter.ts';

/** Edge of a cell, degrees: about a town. */
const cell = 0.1;
const columns = Math.round(360 / cell);
const rowOf = (latitude: number): number => Math.floor((latitude + 90) / cell);
const columnOf = (longitude: number): number => Math.floor((longitude + 180) / cell) % columns;

/** In no box. */
const nowhere: Coordinates = { latitude: Number.NaN, longitude: Number.NaN };

/** Things by where they are, in memory. */
export interface PointIndex<T> {
  /** Puts a thing at a point, from wherever it was. */
  set(item: T, at: Coordinates): void;
  delete(item: T): void;
  /** Points in a box of a few degrees, in no order. A box whose west is greater than its east crosses the antimeridian. */
  within(box: Box): T[];
}

/** A grid: what is asked for is a part of a town, so a look at a few cells finds it among millions. */
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

import { earthRadius } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { OsmData, OsmNode, OsmWay } from './osm-file.ts';

/** Names of streets from south to north, and of avenues from west to east. */
const names = ['Anchor', 'Birch', 'Cooper', 'Dyer', 'Elm', 'Ferry', 'Grain', 'Hazel'];
const size = names.length;
/** Distance of two crossings, metres. */
export const block = 120;
/** The river runs east of this avenue; only the southernmost street has a bridge. */
export const riverBank = 3;
/** This avenue is one-way to the north. */
export const oneWayAvenue = 1;
/** Avenue and street of the crossing where a garden path begins, which leads to the next diagonal crossing. */
export const garden = 5;

/** South-west corner of the town, in the middle of the Atlantic, where no map has a street. */
const corner: Coordinates = { latitude: 45.1, longitude: -30.1 };
const metresPerDegree = (1_000 * earthRadius * Math.PI) / 180;

/** A point by metres from the corner. */
export const townPoint = (east: number, north: number): Coordinates => ({
  latitude: corner.latitude + north / metresPerDegree,
  longitude: corner.longitude + east / (metresPerDegree * Math.cos((corner.latitude * Math.PI) / 180)),
});

/** A crossing, counted from the west and the south. */
export const crossing = (column: number, row: number): Coordinates => townPoint(column * block, row * block);

/** Ends of the only street of a remote hamlet without any connection. */
export const hamlet: readonly [Coordinates, Coordinates] = [townPoint(4_000, 0), townPoint(4_000, 2 * block)];

const steps = names.map((_, index) => index);
const idOf = (column: number, row: number): number => 1 + row * size + column;
const street = (name: string, more: Record<string, string> = {}): Record<string, string> => ({ highway: 'residential', name, ...more });

const nodes: OsmNode[] = [
  ...steps.flatMap((row) => steps.map((column) => ({ id: idOf(column, row), ...crossing(column, row) }))),
  ...hamlet.map((end, index) => ({ id: 101 + index, ...end })),
  ...[-1, size].map((row, index) => ({ id: 111 + index, ...crossing(riverBank + 0.5, row) })),
];

const ways: Omit<OsmWay, 'id'>[] = [
  ...names.flatMap((name, row) =>
    [steps.slice(0, riverBank + 1), steps.slice(riverBank + 1)].map((columns) => ({
      nodes: columns.map((column) => idOf(column, row)),
      tags: street(`${name} Street`),
    })),
  ),
  ...names.map((name, column) => ({
    nodes: steps.map((row) => idOf(column, row)),
    tags: street(`${name} Avenue`, column === oneWayAvenue ? { oneway: 'yes' } : {}),
  })),
  { nodes: [idOf(riverBank, 0), idOf(riverBank + 1, 0)], tags: street('Long Bridge', { bridge: 'yes', layer: '1' }) },
  { nodes: [idOf(garden, garden), idOf(garden + 1, garden + 1)], tags: { highway: 'footway', name: 'Garden Path' } },
  { nodes: [101, 102], tags: street('Hamlet Lane') },
  { nodes: [111, 112], tags: { waterway: 'river', name: 'Slow River' } },
];

/** A small town in a grid: streets, a river with one bridge, a one-way avenue, a footpath, and a remote hamlet. */
export const town: OsmData = { nodes, ways: ways.map((way, index) => ({ id: index + 1, ...way })) };

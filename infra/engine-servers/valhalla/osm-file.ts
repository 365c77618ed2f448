import { earthRadiusKilometres } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** A node of OpenStreetMap: a crossing, bend or end of a street. */
export interface OsmNode extends Coordinates {
  id: number;
}

/** A way of OpenStreetMap: a street, path or river, as node ids in order. */
export interface OsmWay {
  id: number;
  nodes: readonly number[];
  tags: Readonly<Record<string, string>>;
}

/** Nodes and ways in order of ids. */
export interface OsmData {
  nodes: readonly OsmNode[];
  ways: readonly OsmWay[];
}

/** Unsigned integer of Protocol Buffers. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
const zigzag = (value: number): Buffer => varint(value < 0 ? -2 * value - 1 : 2 * value);

/** Fields of a Protocol Buffers message: a varint, or length-delimited content. */
const numeric = (field: number, value: Buffer): Buffer => Buffer.concat([varint(8 * field), value]);
const sized = (field: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([varint(8 * field + 2), varint(content.length), content]);
};
const text = (field: number, value: string): Buffer => sized(field, Buffer.from(value));

/** Positions are stored in ten-millionths of a degree. */
const unitsPerDegree = 1e7;
const position = (degrees: number): Buffer => zigzag(Math.round(degrees * unitsPerDegree));

const nodeMessage = ({ id, latitude, longitude }: OsmNode): Buffer =>
  sized(1, numeric(1, zigzag(id)), numeric(8, position(latitude)), numeric(9, position(longitude)));

function wayMessage({ id, nodes, tags }: OsmWay, indexOf: (word: string) => number): Buffer {
  const words = Object.entries(tags);
  const keys = words.map(([key]) => varint(indexOf(key)));
  const values = words.map(([, value]) => varint(indexOf(value)));
  const steps = nodes.map((node, index) => zigzag(node - (nodes[index - 1] ?? 0)));
  return sized(3, numeric(1, varint(id)), sized(2, ...keys), sized(3, ...values), sized(8, ...steps));
}

/** A block of the file with its length and type. */
function part(kind: string, content: Buffer): Buffer {
  const blob = sized(1, content);
  const header = Buffer.concat([text(1, kind), numeric(3, varint(blob.length))]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, blob]);
}

/** An OpenStreetMap file (PBF, https://wiki.openstreetmap.org/wiki/PBF_Format), uncompressed. */
export function osmFile({ nodes, ways }: OsmData): Buffer {
  // Index 0 of the table means no text.
  const words = ['', ...new Set(ways.flatMap(({ tags }) => Object.entries(tags).flat()))];
  const table = sized(1, ...words.map((word) => text(1, word)));
  const groups = [sized(2, ...nodes.map(nodeMessage)), sized(2, ...ways.map((way) => wayMessage(way, (word) => words.indexOf(word))))];
  return Buffer.concat([part('OSMHeader', text(4, 'OsmSchema-V0.6')), part('OSMData', Buffer.concat([table, ...groups]))]);
}

/** Names of streets from south to north, and of avenues from west to east. */
const names = ['Anchor', 'Birch', 'Cooper', 'Dyer', 'Elm', 'Ferry', 'Grain', 'Hazel'];
const size = names.length;
/** Distance between adjacent crossings, metres. */
export const metresPerBlock = 120;
/** Index of the avenue west of the river; only the southernmost street has a bridge. */
export const riverAvenueIndex = 3;
/** Index of the avenue that is one-way to the north. */
export const oneWayAvenueIndex = 1;
/** Index of both avenue and street at the start of a footpath, which leads to the crossing diagonally north-east. */
export const footpathIndex = 5;

/** South-west corner of the town, in the middle of the Atlantic, where no map has a street. */
const corner: Coordinates = { latitude: 45.1, longitude: -30.1 };
const metresPerDegree = (1_000 * earthRadiusKilometres * Math.PI) / 180;

/** Coordinates of a point, given in metres from the corner. */
export const townPoint = (east: number, north: number): Coordinates => ({
  latitude: corner.latitude + north / metresPerDegree,
  longitude: corner.longitude + east / (metresPerDegree * Math.cos((corner.latitude * Math.PI) / 180)),
});

/** Coordinates of a crossing; indexes count from the west and the south. */
export const crossing = (column: number, row: number): Coordinates => townPoint(column * metresPerBlock, row * metresPerBlock);

/** Ends of the only street of a remote hamlet without any connection. */
export const hamlet: readonly [Coordinates, Coordinates] = [townPoint(4_000, 0), townPoint(4_000, 2 * metresPerBlock)];

const steps = names.map((_, index) => index);
const idOf = (column: number, row: number): number => 1 + row * size + column;
const street = (name: string, more: Record<string, string> = {}): Record<string, string> => ({ highway: 'residential', name, ...more });

const nodes: OsmNode[] = [
  ...steps.flatMap((row) => steps.map((column) => ({ id: idOf(column, row), ...crossing(column, row) }))),
  ...hamlet.map((end, index) => ({ id: 101 + index, ...end })),
  ...[-1, size].map((row, index) => ({ id: 111 + index, ...crossing(riverAvenueIndex + 0.5, row) })),
];

const ways: Omit<OsmWay, 'id'>[] = [
  ...names.flatMap((name, row) =>
    [steps.slice(0, riverAvenueIndex + 1), steps.slice(riverAvenueIndex + 1)].map((columns) => ({
      nodes: columns.map((column) => idOf(column, row)),
      tags: street(`${name} Street`),
    })),
  ),
  ...names.map((name, column) => ({
    nodes: steps.map((row) => idOf(column, row)),
    tags: street(`${name} Avenue`, column === oneWayAvenueIndex ? { oneway: 'yes' } : {}),
  })),
  { nodes: [idOf(riverAvenueIndex, 0), idOf(riverAvenueIndex + 1, 0)], tags: street('Long Bridge', { bridge: 'yes', layer: '1' }) },
  { nodes: [idOf(footpathIndex, footpathIndex), idOf(footpathIndex + 1, footpathIndex + 1)], tags: { highway: 'footway', name: 'Garden Path' } },
  { nodes: [101, 102], tags: street('Hamlet Lane') },
  { nodes: [111, 112], tags: { waterway: 'river', name: 'Slow River' } },
];

/** A small town in a grid: streets, a river with one bridge, a one-way avenue, a footpath, and a remote hamlet. */
export const town: OsmData = { nodes, ways: ways.map((way, index) => ({ id: index + 1, ...way })) };

import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** A crossing, bend or end of a street. */
export interface OsmNode extends Coordinates {
  id: number;
}

/** A street, path or river over its nodes in order. */
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

/** Fields of a message: a number, or content with a length. */
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

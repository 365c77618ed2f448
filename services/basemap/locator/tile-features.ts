/** A feature of a vector tile, in units of the tile from its upper left corner. */
export interface TileFeature {
  kind: 'point' | 'line' | 'polygon';
  /** Points, lines or rings, each as x and y by turns; a ring ends where it begins. */
  parts: number[][];
  properties: Readonly<Record<string, string | number>>;
}

/** Features by the layer that they are in, and the units along a side. */
export interface TileContent {
  extent: number;
  layers: ReadonlyMap<string, readonly TileFeature[]>;
}

interface Field {
  tag: number;
  value: number;
  bytes: Uint8Array;
}

const none = new Uint8Array();

/** A number of protobuf; those of tiles are exact up to 2 to the power of 53. */
function varint(bytes: Uint8Array, cursor: { at: number }): number {
  let [value, times, byte] = [0, 1, 0];
  do {
    byte = bytes[cursor.at++] ?? 0;
    value += (byte & 127) * times;
    times *= 128;
  } while (byte > 127);
  return value;
}

function* fieldsIn(bytes: Uint8Array): Generator<Field> {
  const cursor = { at: 0 };
  while (cursor.at < bytes.length) {
    const key = varint(bytes, cursor);
    const wire = key & 7;
    const value = wire === 0 ? varint(bytes, cursor) : 0;
    const length = wire === 2 ? varint(bytes, cursor) : wire === 1 ? 8 : wire === 5 ? 4 : 0;
    yield { tag: key >> 3, value, bytes: length > 0 ? bytes.subarray(cursor.at, cursor.at + length) : none };
    cursor.at += length;
  }
}

function numbersIn(bytes: Uint8Array): number[] {
  const [numbers, cursor]: [number[], { at: number }] = [[], { at: 0 }];
  while (cursor.at < bytes.length) numbers.push(varint(bytes, cursor));
  return numbers;
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
const zigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/** A value of a property, whichever of its types it has. */
function valueIn(bytes: Uint8Array): string | number {
  for (const { tag, value, bytes: inner } of fieldsIn(bytes)) {
    if (tag === 1) return text(inner);
    const view = new DataView(inner.buffer, inner.byteOffset, inner.byteLength);
    if (tag === 2) return view.getFloat32(0, true);
    if (tag === 3) return view.getFloat64(0, true);
    return tag === 6 ? zigzag(value) : value;
  }
  return '';
}

const kinds = ['point', 'point', 'line', 'polygon'] as const;

/** Commands of a geometry; the third one is a line. */
const moveTo = 1;
const closePath = 7;

/** Parts of a geometry from its commands: move to, line to, close. */
function partsOf(commands: readonly number[], isPoint: boolean): number[][] {
  const parts: number[][] = [];
  let [at, x, y] = [0, 0, 0];
  while (at < commands.length) {
    const [command, count] = [(commands[at] ?? 0) & 7, (commands[at] ?? 0) >> 3];
    at++;
    if (command === closePath) {
      const part = parts.at(-1);
      part?.push(part[0] ?? 0, part[1] ?? 0);
      continue;
    }
    for (const end = at + 2 * count; at < end; at += 2) {
      x += zigzag(commands[at] ?? 0);
      y += zigzag(commands[at + 1] ?? 0);
      if (command === moveTo || isPoint) parts.push([]);
      parts.at(-1)?.push(x, y);
    }
  }
  return parts;
}

/**
 * Reads some layers of a vector tile (Mapbox Vector Tile 2.1), and no more of it than a drawing needs.
 * @param tile unpacked.
 */
export function contentOf(tile: Uint8Array, wanted: readonly string[]): TileContent {
  const layers = new Map<string, TileFeature[]>();
  let extent = 4_096;
  for (const { tag, bytes } of fieldsIn(tile)) {
    if (tag !== 3) continue;
    const fields = [...fieldsIn(bytes)];
    const all = (wantedTag: number): Uint8Array[] => fields.filter((field) => field.tag === wantedTag).map((field) => field.bytes);
    const name = text(all(1)[0] ?? none);
    if (!wanted.includes(name)) continue;
    extent = fields.find((field) => field.tag === 5)?.value ?? extent;
    const [keys, values] = [all(3).map(text), all(4).map(valueIn)];
    layers.set(
      name,
      all(2).map((feature) => featureIn(feature, keys, values)),
    );
  }
  return { extent, layers };
}

function featureIn(bytes: Uint8Array, keys: readonly string[], values: readonly (string | number)[]): TileFeature {
  const fields = [...fieldsIn(bytes)];
  const kind = kinds[fields.find(({ tag }) => tag === 3)?.value ?? 0] ?? 'point';
  const tags = numbersIn(fields.find(({ tag }) => tag === 2)?.bytes ?? none);
  const properties: Record<string, string | number> = {};
  for (let at = 0; at < tags.length; at += 2) properties[keys[tags[at] ?? 0] ?? ''] = values[tags[at + 1] ?? 0] ?? '';
  const commands = numbersIn(fields.find(({ tag }) => tag === 4)?.bytes ?? none);
  return { kind, parts: partsOf(commands, kind === 'point'), properties };
}

import { setImmediate as breathe } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { LocationTree } from './location-tree.ts';
import type { NameBlock } from './name-column.ts';
import type { CopiedPairs, StopRows } from './stop-rows.ts';
import type { StoryCountry } from './story-countries.ts';
import type { StoryRank } from './story-standings.ts';
import { worldBits, worldSize } from './world-grid.ts';

/** Block of stops in a stored copy of the map, one column per property. */
export interface StopBlock {
  /** World units. */
  x: Int32Array;
  y: Int32Array;
  /** Index of the stop's pair among the pairs of this and all earlier blocks, in order of their first mention. */
  pair: Int32Array;
  /** Pairs that no earlier block contains. */
  pairs: { itineraryId: string; standing: StoryRank; country: StoryCountry | null }[];
  /** 16 bytes each. */
  stopIds: Uint8Array;
  placeIds: Uint8Array;
  names: NameBlock;
}

/** A pair as JSON. */
type TellsPair = [itineraryId: string, likeCount: number, createdAt: number, countryId?: string, code?: string | null];

/** A copy of the map is incomplete or damaged. */
export class BrokenCopy extends Error {}

const idBytes = 16;
/** Bytes before each block: its length and checksum. */
const frameHead = 8;
/** Numbers at the beginning of a block: stops, bytes of the pairs, bytes of the names. */
const headWords = 3;
/** Upper bound of a block's length; a larger value means a damaged copy. */
const longestBlock = 2 ** 30;

/** A block as bytes. Numbers have the byte order of this machine, little-endian on all supported ones. */
function blockBytes({ x, y, pair, pairs, stopIds, placeIds, names }: StopBlock): Uint8Array {
  const json = Buffer.from(
    JSON.stringify(
      pairs.map(({ itineraryId, standing: { likeCount, createdAt }, country }) => [
        ...[itineraryId, likeCount, createdAt],
        ...(country ? [country.countryId, country.code] : []),
      ]),
    ),
  );
  const head = Uint32Array.of(x.length, json.length, names.bytes.length);
  const body = Buffer.concat([head, x, y, pair, names.ends, stopIds, placeIds, json, names.bytes].map(bytesOf));
  return Buffer.concat([bytesOf(Uint32Array.of(body.length, crc32(body))), body]);
}

/** Trailer behind the last block; the total of `stops` reveals a truncated copy. */
const endBytes = (stops: number): Uint8Array => bytesOf(Uint32Array.of(0, stops));

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array => new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength); // nothing here is shared memory

/**
 * Blocks of a copy in order.
 * @throws BrokenCopy
 */
export async function* readCopyBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StopBlock> {
  const take = taker(chunks);
  for (let stops = 0; ; ) {
    const [length = 0, check = 0] = new Uint32Array((await take(frameHead)).buffer);
    if (length === 0 && check === stops) return;
    if (length === 0 || length > longestBlock) throw new BrokenCopy(`A block of ${length} bytes after ${stops} stops`);
    const body = await take(length);
    if (crc32(body) !== check) throw new BrokenCopy('A block is not as it was written');
    const block = blockOf(body);
    stops += block.x.length;
    yield block;
  }
}

/** Reads the requested number of bytes from a stream, as a new array. */
function taker(chunks: AsyncIterable<Uint8Array>): (length: number) => Promise<Uint8Array<ArrayBuffer>> {
  const source = chunks[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  return async (length) => {
    const taken = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      if (rest.length === 0) {
        const { done, value } = await source.next();
        if (done) throw new BrokenCopy('It ends too early');
        rest = value;
      }
      const part = rest.subarray(0, length - at);
      taken.set(part, at);
      at += part.length;
      rest = rest.subarray(part.length);
    }
    return taken;
  };
}

function blockOf({ buffer }: Uint8Array<ArrayBuffer>): StopBlock {
  const [stops = 0, jsonBytes = 0, nameBytes = 0] = new Uint32Array(buffer, 0, headWords);
  let at = headWords * 4;
  const next = (bytes: number): number => {
    at += bytes;
    return at - bytes;
  };
  const numbers = (): Int32Array => new Int32Array(buffer, next(stops * 4), stops);
  const bytes = (length: number): Uint8Array => new Uint8Array(buffer, next(length), length);
  const [x, y, pair] = [numbers(), numbers(), numbers()];
  const ends = new Uint32Array(buffer, next(stops * 4), stops);
  const [stopIds, placeIds] = [bytes(stops * idBytes), bytes(stops * idBytes)];
  const told: TellsPair[] = JSON.parse(Buffer.from(bytes(jsonBytes)).toString());
  const pairs = told.map(([itineraryId, likeCount, createdAt, countryId, code = null]) => ({
    itineraryId,
    standing: { likeCount, createdAt },
    country: countryId === undefined ? null : { countryId, code },
  }));
  return { x, y, pair, pairs, stopIds, placeIds, names: { bytes: bytes(nameBytes).slice(), ends: ends.slice() } };
}

/** Most stops of one block, unless more share one location. Building a block occupies the thread for some milliseconds. */
const mostStops = 16_384;

/**
 * All stops in the order of the quadtree, as bytes. The map may change between two blocks, so a moved stop may be missing or appear twice. It is
 * corrected when its itinerary sets its stops again.
 */
export function* mapCopyOf(tree: LocationTree, rows: StopRows): Generator<Uint8Array> {
  const known: CopiedPairs = { numbers: new Map(), count: 0 };
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

/**
 * Puts the stops of a copy on an empty map.
 * @throws Error when the bytes are no copy
 */
export async function fillFromCopy(blocks: AsyncIterable<StopBlock>, tree: LocationTree, rows: StopRows): Promise<void> {
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

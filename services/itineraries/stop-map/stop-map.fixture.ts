import fc from 'fast-check';
import type { StopMap } from './stop-map.ts';
import type { MapStop } from './stop-rows.ts';
import type { TileAddress } from './world-grid.ts';

/** A UUID that ends in a number. */
export const numberedId = (letter: string, number: number): string => `${letter}0000000-0000-8000-8000-${String(number).padStart(12, '0')}`;

export const stopAt = (number: number, longitude: number, latitude: number, story = 1, country: string | null = 'PT'): MapStop => ({
  id: numberedId('e', number),
  itineraryId: numberedId('a', story),
  placeId: numberedId('b', number % 7),
  placeName: `Place ${number % 7}`,
  coordinates: { latitude, longitude },
  countryId: country && `country of ${country}`,
  countryCode: country,
});

const somewhere = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }));
/** Positions at borders, edges and crowds, shared by many draws, with close neighbours at every scale. */
const crowded = fc
  .tuple(
    fc.constantFrom([0, 0], [179.9999, 10], [-180, 10], [180, -89.9], [-9.14, 38.71], [-9.141, 38.7101], [11.25, 66.51]),
    fc.integer({ min: 0, max: 22 }),
    fc.integer({ min: -3, max: 3 }),
    fc.integer({ min: -3, max: 3 }),
  )
  .map(([[lng = 0, lat = 0], scale, east, south]): [number, number] => {
    const step = 20 / 2 ** scale;
    return [Math.max(-180, Math.min(180, lng + east * step)), Math.max(-90, Math.min(90, lat + south * step))];
  });

/** Positions in degrees, longitude first. */
export const anyPositions = (maxLength: number) => fc.array(fc.oneof(crowded, somewhere), { minLength: 1, maxLength });

/** Changes of a map: itineraries get other stops. */
export const anyMapChanges = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 4 }), fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.oneof(crowded, somewhere)), { maxLength: 5 })),
  {
    maxLength: 12,
  },
);

export interface TilePoint {
  /** Position in the world from the west and the north, 0 to 1. */
  x: number;
  y: number;
  tags: Record<string, string | number>;
}

/** Points of a tile, read by the encoding's own rules (Mapbox Vector Tile 2.1) and not by the library that wrote them. */
export function pointsOf(bytes: Uint8Array | null, { z, x, y }: TileAddress): TilePoint[] {
  const layer = bytes ? fieldsOf(fieldsOf(bytes)[0]?.bytes ?? new Uint8Array()) : [];
  const only = (field: number) => layer.filter((one) => one.field === field);
  const keys = only(3).map(({ bytes: key }) => String(Buffer.from(key)));
  const values = only(4).map(({ bytes: value }) => {
    const [of] = fieldsOf(value);
    return of?.field === 1 ? String(Buffer.from(of.bytes)) : (of?.number ?? Number.NaN);
  });
  const extent = only(5)[0]?.number ?? Number.NaN;
  return only(2).map(({ bytes: feature }) => {
    const parts = fieldsOf(feature);
    const tags = varints(parts.find(({ field }) => field === 2)?.bytes ?? new Uint8Array());
    const [, east = 0, south = 0] = varints(parts.find(({ field }) => field === 4)?.bytes ?? new Uint8Array());
    const pairs = Array.from({ length: tags.length / 2 }, (_, pair) => [keys[tags[2 * pair] ?? 0], values[tags[2 * pair + 1] ?? 0]]);
    const place = (tile: number, zigzag: number): number => (tile + ((zigzag >> 1) ^ -(zigzag & 1)) / extent) / 2 ** z;
    return { x: place(x, east), y: place(y, south), tags: Object.fromEntries(pairs) };
  });
}

interface Field {
  field: number;
  number: number;
  bytes: Uint8Array;
}

function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < bytes.length; ) {
    const key = varint(bytes, at);
    const value = varint(bytes, key.end);
    const isBytes = (key.value & 7) === 2;
    at = isBytes ? value.end + value.value : value.end;
    fields.push({ field: key.value >> 3, number: value.value, bytes: isBytes ? bytes.subarray(value.end, at) : new Uint8Array() });
  }
  return fields;
}

function varint(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0;
  for (let at = from, scale = 1; ; at++, scale *= 128) {
    const byte = bytes[at];
    if (byte === undefined) throw new Error('The tile ends in the middle of a number');
    value += (byte & 127) * scale;
    if (byte < 128) return { value, end: at + 1 };
  }
}

function varints(bytes: Uint8Array): number[] {
  const values: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { value, end } = varint(bytes, at);
    values.push(value);
    at = end;
  }
  return values;
}

/** Tiles of a zoom level that contain the given positions, and all tiles beside them, so that no point is missed. */
export function tilesAround(
  z: number,
  at: readonly (readonly [number, number])[],
  world: (lng: number, lat: number) => [number, number],
): TileAddress[] {
  const side = 2 ** z;
  const tiles = new Map<string, TileAddress>();
  for (const [lng, lat] of at) {
    const [worldX, worldY] = world(lng, lat);
    for (const east of [-1, 0, 1])
      for (const south of [-1, 0, 1]) {
        const tile = { z, x: (Math.floor(worldX * side) + east + side) % side, y: Math.floor(worldY * side) + south };
        if (tile.y >= 0 && tile.y < side) tiles.set(`${tile.x} ${tile.y}`, tile);
      }
  }
  return [...tiles.values()];
}

export const pointsOn = (map: StopMap, tiles: readonly TileAddress[]): TilePoint[] => tiles.flatMap((tile) => pointsOf(map.content(tile), tile));

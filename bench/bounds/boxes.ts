import { turnMark } from '../harness/http/traffic.ts';
import { largestTown, townRadius } from './fill.ts';

export interface NamedBox {
  name: 'city' | 'country' | 'antimeridian' | 'world';
  south: number;
  west: number;
  north: number;
  east: number;
}

const around = (name: NamedBox['name'], latitudes: number, longitudes: number): NamedBox => {
  const { latitude, longitude } = largestTown;
  return { name, south: latitude - latitudes, north: latitude + latitudes, west: longitude - longitudes, east: longitude + longitudes };
};

export const boxes: readonly NamedBox[] = [
  around('city', townRadius, townRadius),
  around('country', 5, 6),
  { name: 'antimeridian', south: -30, west: 160, north: 30, east: -160 },
  { name: 'world', south: -85, west: -180, north: 85, east: 180 },
];

export const limit = 20;

/** Query parameters; with `turnMark` in them every request is about another box, by less than a metre, as when a map is pushed about. */
export function queryOf({ south, west, north, east }: NamedBox, page: number, turn: string = turnMark): string {
  return `southWestLat=${south.toFixed(2)}0000${turn}&southWestLng=${west}&northEastLat=${north}&northEastLng=${east}&page=${page}&limit=${limit}`;
}

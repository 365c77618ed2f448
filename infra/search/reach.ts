import type { Box } from '@waystory/proto/kit/filter.ts';
import type { IndexSpec } from './port.ts';

/** Half of the step that positions are told apart by, degrees. Elasticsearch keeps a position in a cell of a tenth of that step. */
const margin = 5e-7;
/** An opening of less than two steps holds no position, so that the box goes all round. */
const closed = 3 * margin;

/**
 * The box that an engine compares positions with, half a step wider on each side, so that positions on an edge belong to it.
 * It crosses the antimeridian where an edge lies on that. Null when nothing lies in it.
 * @throws Error when documents of the index have no positions
 */
export function reachOf({ name, positions }: IndexSpec, { south, west, north, east }: Box): Box | null {
  if (!positions) throw new Error(`The search index ${JSON.stringify(name)} has no positions`);
  if (south > north) return null;
  const latitudes = { south: Math.max(-90, south - margin), north: Math.min(90, north + margin) };
  const open = west <= east ? 360 - (east - west) : west - east;
  if (open < closed) return { ...latitudes, west: -180, east: 180 };
  return { ...latitudes, west: onRound(west - margin), east: onRound(east + margin) };
}

function onRound(longitude: number): number {
  if (longitude < -180) return longitude + 360;
  return longitude > 180 ? longitude - 360 : longitude;
}

import type { Box } from '@waystory/proto/kit/filter.ts';
import type { IndexSpec } from './port.ts';

/** Half the precision of positions, degrees. Elasticsearch's own precision is ten times finer. */
const margin = 5e-7;
/** A gap below two steps holds no position, so the box spans all longitudes. */
const closed = 3 * margin;

/**
 * The box widened by half a step on each side, so that positions on its edges belong to it.
 * It crosses the antimeridian when an edge lies on it. Null for an empty box.
 * @throws Error when the index has no positions.
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

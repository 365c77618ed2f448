/** Pixels along a side of a raster tile. */
export const tileSize = 512;

/** Latitude of a height on the square of Web Mercator, degrees; 0 is its northern rim and 1 its southern one. */
export const latitudeAt = (height: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * height))) * 180) / Math.PI;

/** Degrees, with some margin for the rims of tiles. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Wider than the rim of any tile that is cut from a box of zoom 1 or deeper, degrees. */
const margin = 3;

/** Bounds of a tile with a margin. */
export function boxOf(z: number, x: number, y: number): Box {
  const across = 2 ** z;
  return {
    west: (x / across) * 360 - 180 - margin,
    south: latitudeAt((y + 1) / across) - margin,
    east: ((x + 1) / across) * 360 - 180 + margin,
    north: latitudeAt(y / across) + margin,
  };
}

/** Pixels along a side of a raster tile. */
export const tileSize = 512;

/** Latitude of a vertical position on the Web Mercator square, degrees. Position 0 is the northern edge, 1 the southern edge. */
export const latitudeAt = (height: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * height))) * 180) / Math.PI;

/** A bounding box, degrees. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Margin in degrees, wider than the buffer of any tile cut from a box of zoom 1 or deeper. */
const margin = 3;

/** Bounding box of a tile, with the margin. */
export function boxOf(z: number, x: number, y: number): Box {
  const across = 2 ** z;
  return {
    west: (x / across) * 360 - 180 - margin,
    south: latitudeAt((y + 1) / across) - margin,
    east: ((x + 1) / across) * 360 - 180 + margin,
    north: latitudeAt(y / across) + margin,
  };
}

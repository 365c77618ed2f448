/** Bits of each world coordinate. 2^30 units around the equator are 3.7 cm each. As integers, their sums are exact in any order. */
export const worldBits = 30;
/** Edge of the square Web Mercator world, in world units. */
export const worldSize = 2 ** worldBits;

/** Side of a tile on the screen, px (spec 9). */
export const tilePixels = 512;
/** Distance on the screen within which stops form a cluster, px (spec 9). */
const clusterRadiusPixels = 50;
/** Last zoom with clusters (spec 9); beyond it each location is a separate point. */
export const maxClusterZoom = 14;
/** Last zoom with tiles, equal to the last zoom of the map. */
export const maxTileZoom = 22;
/** Clusters are made of the cells of a grid of 2^4 x 2^4 cells per tile, 32 px wide each. */
export const cellBits = 4;

const clamped = (units: number): number => Math.min(Math.max(Math.floor(units), 0), worldSize - 1);

/** World units east of the antimeridian. @param longitude degrees */
export const worldX = (longitude: number): number => clamped((longitude / 360 + 0.5) * worldSize);

/** World units south of the northern edge, 85.05 degrees. Positions beyond an edge are put on the edge. @param latitude degrees */
export function worldY(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return clamped((0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI) * worldSize);
}

/** Longitude of an x coordinate in world units, degrees. */
export const longitudeOf = (x: number): number => (x / worldSize - 0.5) * 360;
/** Latitude of a y coordinate in world units, degrees. */
export const latitudeOf = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / worldSize))) * 180) / Math.PI;

/** A tile of the map: zoom, column from the antimeridian, row from the north. */
export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** Side of a tile in world units. */
export const tileSize = (z: number): number => 2 ** (worldBits - z);
/** Radius of a cluster in world units. */
export const clusterRadius = (z: number): number => (tileSize(z) * clusterRadiusPixels) / tilePixels;

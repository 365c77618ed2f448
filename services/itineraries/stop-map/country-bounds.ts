import { latitudeOf, longitudeOf, worldBits, worldSize } from './world-grid.ts';

interface Corner {
  lat: number;
  lng: number;
}
/** Corners in degrees; it crosses the antimeridian when the south-west lies east of the north-east. */
export interface Bounds {
  southWest: Corner;
  northEast: Corner;
}

/** Slices of 1.4 degrees of longitude; gaps between stops are found between slices, not within one. */
const sliceBits = 8;
const slices = 2 ** sliceBits;
const sliceShift = worldBits - sliceBits;

/** Collects positions of stops per country, and computes each country's smallest bounding box, the short way round the world. */
export function createBoundsCollector(countries: number) {
  const west = new Int32Array(countries * slices).fill(worldSize - 1);
  const east = new Int32Array(countries * slices).fill(-1);
  const north = new Int32Array(countries).fill(worldSize - 1);
  const south = new Int32Array(countries).fill(-1);
  return {
    see(country: number, x: number, y: number): void {
      const slice = country * slices + (x >> sliceShift);
      if (x < (west[slice] ?? 0)) west[slice] = x;
      if (x > (east[slice] ?? 0)) east[slice] = x;
      if (y < (north[country] ?? 0)) north[country] = y;
      if (y > (south[country] ?? 0)) south[country] = y;
    },
    /** Null when the country has no stops. */
    boundsOf(country: number): Bounds | null {
      if ((south[country] ?? -1) < 0) return null;
      const filled: number[] = [];
      for (let slice = country * slices; slice < (country + 1) * slices; slice++) if ((east[slice] ?? -1) >= 0) filled.push(slice);
      // The box begins after the widest gap and ends before it.
      let widest = -1;
      let [begin, end] = [0, 0];
      for (const [index, slice] of filled.entries()) {
        const next = filled[index + 1];
        const after = next === undefined ? (west[filled[0] ?? 0] ?? 0) + worldSize : (west[next] ?? 0);
        const gap = after - (east[slice] ?? 0);
        if (gap > widest) [widest, begin, end] = [gap, after % worldSize, east[slice] ?? 0];
      }
      return {
        southWest: { lat: degrees(latitudeOf((south[country] ?? 0) + 1), Math.floor), lng: degrees(longitudeOf(begin), Math.floor) },
        northEast: { lat: degrees(latitudeOf(north[country] ?? 0), Math.ceil), lng: degrees(longitudeOf(end + 1), Math.ceil) },
      };
    },
  };
}

/** Six decimals, a tenth of a metre, rounded to the outside. */
const degrees = (value: number, round: (value: number) => number): number => round(value * 1e6) / 1e6;

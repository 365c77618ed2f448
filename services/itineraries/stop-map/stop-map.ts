import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Box } from '@waystory/proto/kit/filter.ts';
import { createLocationTree, type LocationTree } from './location-tree.ts';
import { countAt, countByPair, countWithin, type StopCounts } from './stop-counts.ts';
import { fillFromCopy, mapCopyOf, type StopBlock } from './stop-map-copy.ts';
import { createStopRows, type MapStop, type StopRows } from './stop-rows.ts';
import { type StoriesInBox, type StoriesQuery, storiesWithin } from './stories-within.ts';
import type { StoryCountry } from './story-countries.ts';
import type { StoryRank } from './story-standings.ts';
import { createTileCache, type EncodedTile, encodedTile } from './tile-cache.ts';
import { vectorTile } from './tile-features.ts';
import { latitudeOf, longitudeOf, type TileAddress, worldBits, worldSize, worldX, worldY } from './world-grid.ts';

interface Corner {
  lat: number;
  lng: number;
}
/** Corners in degrees. The box crosses the antimeridian when the south-west lies east of the north-east. */
interface Bounds {
  southWest: Corner;
  northEast: Corner;
}

/** Slices of 1.4 degrees of longitude; gaps between stops are found between slices, not within one. */
const sliceBits = 8;
const slices = 2 ** sliceBits;
const sliceShift = worldBits - sliceBits;

/** Collects positions of stops per country, and computes each country's smallest bounding box, the short way round the world. */
function createBoundsCollector(countries: number) {
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

/** A country with its counts in view. */
export interface CountryOnMap extends StoryCountry, StopCounts {
  /** Bounding box of all stops in the country, also of stops out of view. */
  bounds: Bounds;
}

/** Stops on the world map, in memory. Source of tiles and country cards, and index of stories by part of the map. */
export interface StopMap {
  /** Adds a stop that is not on the map yet. */
  add(stop: MapStop): void;
  /** Replaces all stops of an itinerary on the map. */
  replace(itineraryId: string, stops: readonly MapStop[]): void;
  /** Sets the like count and creation time by which an itinerary on the map is ranked. */
  rank(itineraryId: string, standing: StoryRank): void;
  /** A tile ready to send; cached until a stop near it changes. */
  tile(address: TileAddress): EncodedTile;
  /** Content of a tile, not cached; null when the tile is empty. */
  content(address: TileAddress): Uint8Array | null;
  /** Countries with stops in a box, those with most itineraries first. @param box null is the whole world. */
  countriesIn(box: Box | null): CountryOnMap[];
  /**
   * Counts of stops and itineraries at a place.
   * @param coordinates of one of these stops, degrees.
   */
  countAt(placeId: string, coordinates: Coordinates): StopCounts;
  /** Counts of stops and itineraries in a box. */
  countWithin(box: Box): StopCounts;
  /** Itineraries with stops in a box. */
  storiesWithin(box: Box, query: StoriesQuery): StoriesInBox;
  /** Number of stops. */
  size(): number;
  /** All stops as bytes for a stored copy; `mapCopyOf` describes the effect of changes meanwhile. */
  copy(): Iterable<Uint8Array>;
}

/**
 * Restores a map from a copy.
 * @throws Error when the copy is invalid
 */
export async function stopMapFrom(blocks: AsyncIterable<StopBlock>): Promise<StopMap> {
  const [tree, rows] = [createLocationTree(), createStopRows()];
  await fillFromCopy(blocks, tree, rows);
  return createStopMap(tree, rows);
}

export function createStopMap(tree: LocationTree = createLocationTree(), rows: StopRows = createStopRows()): StopMap {
  const tiles = createTileCache();
  const { columns, countries } = rows;
  let bounds: ReturnType<typeof createBoundsCollector> | null = null;

  const changedAt = (x: number, y: number): void => {
    tiles.forget(x, y);
    bounds = null;
  };
  function add(stop: MapStop): void {
    const row = rows.add(stop);
    const [x, y] = [columns.x[row] ?? 0, columns.y[row] ?? 0];
    const location = tree.add(x, y);
    columns.nextAtLocation[row] = tree.count(location) > 1 ? tree.tag(location) : -1;
    tree.setTag(location, row);
    changedAt(x, y);
  }
  function remove(row: number): void {
    const [x, y] = [columns.x[row] ?? 0, columns.y[row] ?? 0];
    const location = tree.find(x, y);
    const next = columns.nextAtLocation[row] ?? -1;
    if (tree.tag(location) === row) tree.setTag(location, next);
    else {
      let before = tree.tag(location);
      while (columns.nextAtLocation[before] !== row) before = columns.nextAtLocation[before] ?? -1;
      columns.nextAtLocation[before] = next;
    }
    tree.remove(x, y);
    rows.remove(row);
    changedAt(x, y);
  }

  function collectBounds(): ReturnType<typeof createBoundsCollector> {
    const collector = createBoundsCollector(countries.countryCount());
    const { x, y, pair } = columns;
    for (let row = 0, end = rows.end(); row < end; row++) {
      const of = pair[row] ?? -1;
      if (of >= 0) collector.see(countries.countryOf(of), x[row] ?? 0, y[row] ?? 0);
    }
    return collector;
  }

  const content = (address: TileAddress): Uint8Array | null => vectorTile(tree, rows, address);
  return {
    add,
    content,
    replace(itineraryId, stops) {
      const missing = new Map(stops.map((stop) => [stop.id, stop]));
      for (const { id, row } of rows.ofItinerary(itineraryId)) {
        const stop = missing.get(id);
        if (stop && rows.shows(row, stop)) missing.delete(id);
        else remove(row);
      }
      for (const stop of missing.values()) add(stop);
    },
    rank(itineraryId, standing) {
      const story = countries.storyNumber(itineraryId);
      if (story !== undefined) rows.standings.set(story, standing);
    },
    tile(address) {
      const kept = tiles.get(address);
      if (kept) return kept;
      const made = encodedTile(content(address));
      tiles.set(address, made);
      return made;
    },
    countriesIn(box) {
      bounds ??= collectBounds();
      const stops = new Uint32Array(countries.countryCount());
      const itineraries = new Uint32Array(countries.countryCount());
      const few = box && countByPair(tree, rows, box);
      for (const [pair, count] of few ?? stopsByPair(rows, box).entries()) {
        if (count === 0) continue;
        const country = countries.countryOf(pair);
        stops[country] = (stops[country] ?? 0) + count;
        itineraries[country] = (itineraries[country] ?? 0) + 1;
      }
      const seen: CountryOnMap[] = [];
      for (let country = 1; country < stops.length; country++) {
        const around = stops[country] ? bounds.boundsOf(country) : null;
        if (around)
          seen.push({ ...countries.country(country), itinerariesCount: itineraries[country] ?? 0, stopsCount: stops[country] ?? 0, bounds: around });
      }
      const ties = (a: CountryOnMap, b: CountryOnMap): number => b.stopsCount - a.stopsCount || (a.countryId < b.countryId ? -1 : 1);
      return seen.sort((a, b) => b.itinerariesCount - a.itinerariesCount || ties(a, b));
    },
    countAt: (placeId, coordinates) => countAt(tree, rows, placeId, coordinates),
    countWithin: (box) => countWithin(tree, rows, box),
    storiesWithin: (box, query) => storiesWithin(tree, rows, box, query),
    size: rows.size,
    copy: () => mapCopyOf(tree, rows),
  };
}

/** How many stops of each pair of itinerary and country lie in a box in degrees, edges included: one pass over the columns. */
function stopsByPair({ columns, countries, end }: StopRows, box: Box | null): Uint32Array {
  const { x: xs, y: ys, pair: pairs } = columns;
  const { west, east, north, south } = box ?? { west: -180, east: 180, north: 90, south: -90 };
  const [left, right, top, bottom] = [worldX(west), worldX(east), worldY(north), worldY(south)];
  const crosses = west > east;
  const counts = new Uint32Array(countries.pairCount());
  for (let row = 0, rowEnd = end(); row < rowEnd; row++) {
    const pair = pairs[row] ?? -1;
    const x = xs[row] ?? 0;
    const y = ys[row] ?? 0;
    if (pair < 0 || y < top || y > bottom) continue;
    if (crosses ? x < left && x > right : x < left || x > right) continue;
    counts[pair] = (counts[pair] ?? 0) + 1;
  }
  return counts;
}

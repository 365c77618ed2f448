import type { Feature } from 'geojson';
import type { Tile } from '../pmtiles/writer.ts';
import { boundsOf, clipPolygon, touches } from './clip.ts';
import { type Box, boxOf } from './mercator.ts';
import { countryLabels, type PlaceLabel, townLabels } from './places.ts';
import { areaOf, groundAreaOf, type Rings, smoothRing, unwrapRing } from './ring.ts';
import { seaNames } from './sea-names.ts';
import { borders, coarseLand, fineLand, type Scale, waterBodies } from './sources.ts';
import { area, cut, cutLabels, encodeTile, type Layers, type Source, withoutSpecks } from './tile-layers.ts';

/** Rounds of corner cutting: two make 1 km of straight coast look round at zoom 12. */
const smoothing = 2;
/** Smallest lake, square degrees: 1 km data shows lakes below some 5 square kilometres as triangles. */
const smallestLake = 0.0004;
/** Smallest lake at zoom 3: some 4 pixels. */
const smallestCoarseLake = 0.02;
/** Area above every lake, the Caspian Sea included, and below the ocean, square degrees. */
const largestLake = 1_000;
/** Smallest island per scale, square degrees: smaller ones are below a pixel. */
const smallestIsland: Readonly<Record<Scale, number>> = { '10m': 0, '50m': 0.008, '110m': 0.3 };

/** A polygon with its bounds. */
interface Area {
  rings: Rings;
  bounds: Box;
}

/** Builds the vector tiles of the street map one by one; null stands for an empty tile. */
export interface StreetBuilder {
  /** From coarse data, from zoom 0 on. */
  coarse(to: number): Generator<Tile | null>;
  /** From fine data, region by region. */
  fine(from: number, to: number): Generator<Tile | null>;
}

const located = (rings: Rings): Area => ({ rings, bounds: boundsOf(rings) });

const lakesAbove = (bodies: readonly Rings[], smallest: number): Rings[] =>
  bodies.filter(([outer = []]) => areaOf(outer) < largestLake && groundAreaOf(outer) > smallest);

function coarseEarth(scale: Scale, maxZoom: number): Source {
  const islands = coarseLand(scale).filter(([outer = []]) => areaOf(outer) > smallestIsland[scale]);
  return cut(
    islands.map((rings) => area('earth', rings.map(unwrapRing))),
    { maxZoom, tolerance: 1 },
  );
}

const countryBorders = (scale: Scale, maxZoom: number): Source =>
  cut([{ type: 'Feature', geometry: borders(scale), properties: { kind: 'country', kind_detail: 2 } }], { maxZoom });

/** Smoothing follows clipping, because the largest rings would otherwise take most of the memory. */
const partsWithin = (areas: readonly Area[], box: Box, kind: string): Feature[] =>
  areas.flatMap(({ rings, bounds }) => {
    const part = touches(bounds, box) ? clipPolygon(rings, bounds, box) : null;
    return part
      ? [
          area(
            kind,
            part.map((ring) => smoothRing(ring, smoothing)),
          ),
        ]
      : [];
  });

const within = (places: readonly PlaceLabel[], box: Box): PlaceLabel[] =>
  places.filter(({ geometry }) => {
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    return longitude >= box.west && longitude <= box.east && latitude >= box.south && latitude <= box.north;
  });

/** All tiles of a zoom level, column by column. */
const tilesOf = (z: number): { z: number; x: number; y: number }[] =>
  Array.from({ length: 4 ** z }, (_, index) => ({ z, x: Math.floor(index / 2 ** z), y: index % 2 ** z }));

/** Tiles of some zoom levels below a tile. */
function* tilesBelow(layers: Layers, top: { z: number; x: number; y: number }, from: number, to: number): Generator<Tile | null> {
  for (let z = from; z <= to; z++) {
    const across = 2 ** (z - top.z);
    for (let x = top.x * across; x < (top.x + 1) * across; x++)
      for (let y = top.y * across; y < (top.y + 1) * across; y++) yield encodeTile(layers, z, x, y);
  }
}

/**
 * Vector tiles in the layer schema of Protomaps: earth, water, boundaries, places.
 * @param deepest Deepest zoom level of the map; its tiles hold every name.
 */
export function streetBuilder(deepest: number): StreetBuilder {
  const places = [...countryLabels(), ...townLabels()];
  const seas = cutLabels(seaNames, deepest);
  const bodies = lakesAbove(waterBodies(), smallestLake);
  return {
    *coarse(to) {
      const [far, near] = [coarseEarth('110m', to), coarseEarth('50m', to)];
      const lakes = lakesAbove(bodies, smallestCoarseLake).map((rings) => area('lake', rings));
      const layers: Layers = [
        ['earth', (z, x, y) => (z === 0 ? far : near)(z, x, y)],
        ['water', withoutSpecks(cut(lakes, { maxZoom: to }))],
        ['water', seas],
        ['boundaries', countryBorders('50m', to)],
        ['places', cutLabels(places, deepest)],
      ];
      yield* tilesBelow(layers, { z: 0, x: 0, y: 0 }, 0, to);
    },
    *fine(from, to) {
      const coast = fineLand().map(located);
      const lakes = bodies.map(located);
      const lines = countryBorders('10m', to);
      for (const region of tilesOf(from - 1)) {
        const box = boxOf(region.z, region.x, region.y);
        const layers: Layers = [
          ['earth', cut(partsWithin(coast, box, 'earth'), { maxZoom: to, tolerance: 4 })],
          ['water', withoutSpecks(cut(partsWithin(lakes, box, 'lake'), { maxZoom: to, tolerance: 4 }))],
          ['water', seas],
          ['boundaries', lines],
          ['places', cutLabels(within(places, box), deepest)],
        ];
        yield* tilesBelow(layers, region, from, to);
      }
    },
  };
}

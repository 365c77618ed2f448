import type { Feature, Point } from 'geojson';
import type { Tile } from '../pmtiles/writer.ts';
import { boundsOf, boxesTouch, clipPolygon } from './clip.ts';
import { type Box, boxOf } from './mercator.ts';
import { countryLabels, type PlaceLabel, townLabels } from './places.ts';
import { groundAreaOf, type Rings, ringAreaOf, smoothRing, unwrapRing } from './ring.ts';
import { borders, coarseLand, fineLand, type Scale, waterBodies } from './sources.ts';
import { encodeTile, labelSourceOf, polygonFeature, type TileLayers, type TileSource, tileSourceOf, withoutSmallWater } from './tile-layers.ts';

type Sea = readonly [longitude: number, latitude: number, kind: 'ocean' | 'sea', minZoom: number, en: string, de: string, fr: string];

/** Oceans and seas of interest to travellers, each with the first zoom level at which its name fits. */
const seas: readonly Sea[] = [
  [-38, 30, 'ocean', 0, 'Atlantic Ocean', 'Atlantischer Ozean', 'Océan Atlantique'],
  [-16, -24, 'ocean', 1, 'South Atlantic Ocean', 'Südatlantik', 'Atlantique Sud'],
  [-150, 22, 'ocean', 0, 'Pacific Ocean', 'Pazifischer Ozean', 'Océan Pacifique'],
  [-125, -28, 'ocean', 1, 'South Pacific Ocean', 'Südpazifik', 'Pacifique Sud'],
  [160, 22, 'ocean', 1, 'North Pacific Ocean', 'Nordpazifik', 'Pacifique Nord'],
  [78, -18, 'ocean', 0, 'Indian Ocean', 'Indischer Ozean', 'Océan Indien'],
  [20, -60, 'ocean', 1, 'Southern Ocean', 'Südlicher Ozean', 'Océan Austral'],
  [-160, 80, 'ocean', 4, 'Arctic Ocean', 'Arktischer Ozean', 'Océan Arctique'],
  [5.5, 38.7, 'sea', 3, 'Mediterranean Sea', 'Mittelmeer', 'Mer Méditerranée'],
  [34.5, 43.3, 'sea', 4, 'Black Sea', 'Schwarzes Meer', 'Mer Noire'],
  [50.8, 41.8, 'sea', 4, 'Caspian Sea', 'Kaspisches Meer', 'Mer Caspienne'],
  [3.2, 56.3, 'sea', 3, 'North Sea', 'Nordsee', 'Mer du Nord'],
  [19.6, 57.2, 'sea', 4, 'Baltic Sea', 'Ostsee', 'Mer Baltique'],
  [2, 68, 'sea', 3, 'Norwegian Sea', 'Europäisches Nordmeer', 'Mer de Norvège'],
  [41, 74.5, 'sea', 2, 'Barents Sea', 'Barentssee', 'Mer de Barents'],
  [-5, 45.5, 'sea', 4, 'Bay of Biscay', 'Golf von Biskaya', 'Golfe de Gascogne'],
  [15.4, 43, 'sea', 5, 'Adriatic Sea', 'Adria', 'Mer Adriatique'],
  [12, 40, 'sea', 5, 'Tyrrhenian Sea', 'Tyrrhenisches Meer', 'Mer Tyrrhénienne'],
  [19, 38.2, 'sea', 5, 'Ionian Sea', 'Ionisches Meer', 'Mer Ionienne'],
  [25, 38.9, 'sea', 5, 'Aegean Sea', 'Ägäis', 'Mer Égée'],
  [-5.3, 53.7, 'sea', 6, 'Irish Sea', 'Irische See', "Mer d'Irlande"],
  [38.2, 20.4, 'sea', 4, 'Red Sea', 'Rotes Meer', 'Mer Rouge'],
  [51.3, 27, 'sea', 4, 'Persian Gulf', 'Persischer Golf', 'Golfe Persique'],
  [64, 15, 'sea', 2, 'Arabian Sea', 'Arabisches Meer', "Mer d'Arabie"],
  [88, 14, 'sea', 2, 'Bay of Bengal', 'Golf von Bengalen', 'Golfe du Bengale'],
  [114.5, 13.5, 'sea', 3, 'South China Sea', 'Südchinesisches Meer', 'Mer de Chine méridionale'],
  [125, 28.8, 'sea', 4, 'East China Sea', 'Ostchinesisches Meer', 'Mer de Chine orientale'],
  [134.5, 40, 'sea', 3, 'Sea of Japan', 'Japanisches Meer', 'Mer du Japon'],
  [149, 54, 'sea', 3, 'Sea of Okhotsk', 'Ochotskisches Meer', "Mer d'Okhotsk"],
  [178, 58, 'sea', 2, 'Bering Sea', 'Beringmeer', 'Mer de Béring'],
  [132, 18, 'sea', 3, 'Philippine Sea', 'Philippinensee', 'Mer des Philippines'],
  [156, -17, 'sea', 3, 'Coral Sea', 'Korallenmeer', 'Mer de Corail'],
  [160, -38, 'sea', 2, 'Tasman Sea', 'Tasmansee', 'Mer de Tasman'],
  [-90, 25, 'sea', 3, 'Gulf of Mexico', 'Golf von Mexiko', 'Golfe du Mexique'],
  [-75.5, 15, 'sea', 3, 'Caribbean Sea', 'Karibik', 'Mer des Caraïbes'],
  [-86, 60, 'sea', 3, 'Hudson Bay', 'Hudson Bay', "Baie d'Hudson"],
  [-56, 58.5, 'sea', 3, 'Labrador Sea', 'Labradorsee', 'Mer du Labrador'],
  [-67, 73.5, 'sea', 3, 'Baffin Bay', 'Baffinbucht', 'Baie de Baffin'],
  [-145, 57.5, 'sea', 3, 'Gulf of Alaska', 'Golf von Alaska', "Golfe d'Alaska"],
  [2, 1, 'sea', 3, 'Gulf of Guinea', 'Golf von Guinea', 'Golfe de Guinée'],
];

/** Labels of the `water` layer. */
const seaNames: readonly Feature<Point>[] = seas.map(([longitude, latitude, kind, minZoom, en, de, fr]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties: { kind, name: en, 'name:en': en, 'name:de': de, 'name:fr': fr, min_zoom: minZoom },
}));

/** Rounds of corner cutting: two make 1 km of straight coast look round at zoom 12. */
const smoothing = 2;
/** Smallest lake, square degrees: 1 km data shows lakes below some 5 square kilometres as triangles. */
const smallestLake = 0.0004;
/** Smallest lake at zoom 3, square degrees: some 4 pixels. */
const smallestCoarseLake = 0.02;
/** Area that is larger than every lake, the Caspian Sea included, and smaller than the ocean, square degrees. */
const largestLake = 1_000;
/** Smallest island per scale, square degrees. Smaller islands are below a pixel. */
const smallestIsland: Readonly<Record<Scale, number>> = { '10m': 0, '50m': 0.008, '110m': 0.3 };

/** A polygon with its bounds. */
interface Area {
  rings: Rings;
  bounds: Box;
}

/** Builds the vector tiles of the street map one by one; null stands for an empty tile. */
interface StreetBuilder {
  /** Tiles from coarse data, zoom level 0 to `to`. */
  coarse(to: number): Generator<Tile | null>;
  /** Tiles from fine data, zoom level `from` to `to`, region by region. */
  fine(from: number, to: number): Generator<Tile | null>;
}

const located = (rings: Rings): Area => ({ rings, bounds: boundsOf(rings) });

const lakesAbove = (bodies: readonly Rings[], smallest: number): Rings[] =>
  bodies.filter(([outer = []]) => ringAreaOf(outer) < largestLake && groundAreaOf(outer) > smallest);

function coarseEarth(scale: Scale, maxZoom: number): TileSource {
  const islands = coarseLand(scale).filter(([outer = []]) => ringAreaOf(outer) > smallestIsland[scale]);
  return tileSourceOf(
    islands.map((rings) => polygonFeature('earth', rings.map(unwrapRing))),
    { maxZoom, tolerance: 1 },
  );
}

const countryBorders = (scale: Scale, maxZoom: number): TileSource =>
  tileSourceOf([{ type: 'Feature', geometry: borders(scale), properties: { kind: 'country', kind_detail: 2 } }], { maxZoom });

/** Smoothing follows clipping, because the largest rings would otherwise take most of the memory. */
const partsWithin = (areas: readonly Area[], box: Box, kind: string): Feature[] =>
  areas.flatMap(({ rings, bounds }) => {
    const part = boxesTouch(bounds, box) ? clipPolygon(rings, bounds, box) : null;
    return part
      ? [
          polygonFeature(
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
function* tilesBelow(layers: TileLayers, top: { z: number; x: number; y: number }, from: number, to: number): Generator<Tile | null> {
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
  const seas = labelSourceOf(seaNames, deepest);
  const bodies = lakesAbove(waterBodies(), smallestLake);
  return {
    *coarse(to) {
      const [far, near] = [coarseEarth('110m', to), coarseEarth('50m', to)];
      const lakes = lakesAbove(bodies, smallestCoarseLake).map((rings) => polygonFeature('lake', rings));
      const layers: TileLayers = [
        ['earth', (z, x, y) => (z === 0 ? far : near)(z, x, y)],
        ['water', withoutSmallWater(tileSourceOf(lakes, { maxZoom: to }))],
        ['water', seas],
        ['boundaries', countryBorders('50m', to)],
        ['places', labelSourceOf(places, deepest)],
      ];
      yield* tilesBelow(layers, { z: 0, x: 0, y: 0 }, 0, to);
    },
    *fine(from, to) {
      const coast = fineLand().map(located);
      const lakes = bodies.map(located);
      const lines = countryBorders('10m', to);
      for (const region of tilesOf(from - 1)) {
        const box = boxOf(region.z, region.x, region.y);
        const layers: TileLayers = [
          ['earth', tileSourceOf(partsWithin(coast, box, 'earth'), { maxZoom: to, tolerance: 4 })],
          ['water', withoutSmallWater(tileSourceOf(partsWithin(lakes, box, 'lake'), { maxZoom: to, tolerance: 4 }))],
          ['water', seas],
          ['boundaries', lines],
          ['places', labelSourceOf(within(places, box), deepest)],
        ];
        yield* tilesBelow(layers, region, from, to);
      }
    },
  };
}

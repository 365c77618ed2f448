import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { Topology, GeometryCollection as TopologyCollection } from 'topojson-specification';
import { packageFolder } from '../edition.ts';
import { moveCutsOffMap, polygonsOf, type Ring, type Rings } from './ring.ts';

const code = (sign: string): number => sign.charCodeAt(0);
const [opening, closing, dot, minus, zero, nine] = [code('['), code(']'), code('.'), code('-'), code('0'), code('9')];
/** Bracket depths within the coordinates of a MultiPolygon: of a position, a ring and a polygon. */
const [positionDepth, ringDepth, polygonDepth] = [4, 3, 2];

/** Parses a number of plain digits and returns its end. */
function numberAt(text: Uint8Array, start: number): { value: number; end: number } {
  const negative = text[start] === minus;
  let end = negative ? start + 1 : start;
  let digits = 0;
  let scale = 0;
  for (; end < text.length; end++) {
    const sign = text[end] ?? 0;
    if (sign === dot) scale = 1;
    else if (sign >= zero && sign <= nine) {
      digits = digits * 10 + (sign - zero);
      scale *= 10;
    } else break;
  }
  const value = digits / (scale || 1);
  return { value: negative ? -value : value, end };
}

/**
 * Polygons of all MultiPolygons in a GeoJSON text with plain decimal numbers. Coordinates go into flat arrays; `JSON.parse` would need ten times the
 * memory for an array per position.
 */
export function scanPolygons(text: Buffer): Rings[] {
  const polygons: Rings[] = [];
  let start = text.indexOf('"coordinates"');
  while (start >= 0) {
    const end = scanGeometry(text, text.indexOf('[', start), polygons);
    start = text.indexOf('"coordinates"', end);
  }
  return polygons;
}

function scanGeometry(text: Buffer, start: number, polygons: Rings[]): number {
  let depth = 0;
  let at = start;
  let rings: Ring[] = [];
  let ring: number[] = [];
  do {
    const sign = text[at] ?? closing;
    if (sign === opening) {
      depth++;
      at++;
    } else if (sign === closing) {
      if (depth === ringDepth) {
        rings.push(Float64Array.from(ring));
        ring = [];
      }
      if (depth === polygonDepth) {
        polygons.push(rings);
        rings = [];
      }
      depth--;
      at++;
    } else if (depth === positionDepth && (sign === minus || (sign >= zero && sign <= nine))) {
      const { value, end } = numberAt(text, at);
      ring.push(value);
      at = end;
    } else at++;
  } while (depth > 0);
  return at;
}

/** Scales of Natural Earth, one to this many millions. */
export type Scale = '10m' | '50m' | '110m';

type Atlas = Topology<{ countries: TopologyCollection<{ name: string }>; land: TopologyCollection }>;

const read = (name: string, file: string): Buffer => readFileSync(join(packageFolder(name), file));

function atlas(scale: Scale): Atlas {
  const topology: Atlas = JSON.parse(read('world-atlas', `countries-${scale}.json`).toString());
  return topology;
}

/** Land polygons of Natural Earth, for the coasts of small zoom levels. */
export function coarseLand(scale: Scale): Rings[] {
  const topology = atlas(scale);
  const { features } = feature(topology, topology.objects.land);
  return features.flatMap(({ geometry }) => (isArea(geometry) ? polygonsOf(geometry) : []));
}

/** Countries with their ISO 3166-1 number, if they have one. */
export function countries(scale: Scale): { number: string | undefined; name: string; polygons: Rings[] }[] {
  const topology = atlas(scale);
  return feature(topology, topology.objects.countries).features.map(({ id, properties, geometry }) => ({
    number: id === undefined ? undefined : String(id),
    name: properties.name,
    polygons: isArea(geometry) ? polygonsOf(geometry) : [],
  }));
}

/** Border lines of Natural Earth, each once. */
export function borders(scale: Scale) {
  const topology = atlas(scale);
  return mesh(topology, topology.objects.countries, (one, other) => one !== other);
}

/** Coast of OpenStreetMap at 1 km. */
export const fineLand = (): Rings[] => scanPolygons(read('@geo-maps/earth-lands-1km', 'map.geo.json')).map((rings) => rings.map(moveCutsOffMap));

/** All waters of OpenStreetMap at 1 km, ocean included. */
export const waterBodies = (): Rings[] => scanPolygons(read('@geo-maps/earth-waterbodies-1km', 'map.geo.json'));

const isArea = (geometry: Feature['geometry'] | null): geometry is Polygon | MultiPolygon =>
  geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon';

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { Topology, GeometryCollection as TopologyCollection } from 'topojson-specification';
import { packageFolder } from '../edition.ts';
import { scanPolygons } from './polygon-scanner.ts';
import { beyondRim, polygonsOf, type Rings } from './ring.ts';

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
export const fineLand = (): Rings[] => scanPolygons(read('@geo-maps/earth-lands-1km', 'map.geo.json')).map((rings) => rings.map(beyondRim));

/** All waters of OpenStreetMap at 1 km, ocean included. */
export const waterBodies = (): Rings[] => scanPolygons(read('@geo-maps/earth-waterbodies-1km', 'map.geo.json'));

const isArea = (geometry: Feature['geometry'] | null): geometry is Polygon | MultiPolygon =>
  geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon';

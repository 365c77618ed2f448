import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Feature } from 'geojson';
import { encodeTile, type TileSource, tileSourceOf } from './build/tile-layers.ts';
import { type Tile, writeArchive } from './pmtiles/writer.ts';

/** Bounding box of the archive, a part of Kyoto, degrees. */
const bounds = { west: 135.68, south: 34.93, east: 135.84, north: 35.07 };
const { west, south, east, north } = bounds;
const [deepest, middle] = [14, { longitude: 135.77, latitude: 35.003 }];

type Position = [longitude: number, latitude: number];
const box = (left: number, bottom: number, right: number, top: number): Position[] => [
  [left, bottom],
  [right, bottom],
  [right, top],
  [left, top],
  [left, bottom],
];
const polygon = (properties: Record<string, unknown>, ring: Position[]): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: [ring] },
});
const line = (properties: Record<string, unknown>, ...coordinates: Position[]): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates },
});
const point = (properties: Record<string, unknown>, longitude: number, latitude: number): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
});

/** Numbers from first to last, both included. */
const steps = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step);

/** A street grid with a main road at every fifth line, and a motorway around it. */
function roads(): Feature[] {
  const kindOf = (at: number) => (at % 5 === 0 ? { kind: 'major_road', kind_detail: 'primary' } : { kind: 'minor_road', kind_detail: 'residential' });
  const across = steps(south + 0.02, north - 0.02, 0.004).map((latitude, at) =>
    line(
      { ...kindOf(at), name: `${at + 1} jo-dori`, 'name:en': `${at + 1}th Street`, sort_rank: 300 - at },
      [west + 0.03, latitude],
      [east - 0.03, latitude],
    ),
  );
  const along = steps(west + 0.03, east - 0.03, 0.004).map((longitude, at) =>
    line({ ...kindOf(at), name: `${at + 1} no tori`, sort_rank: 300 }, [longitude, south + 0.02], [longitude, north - 0.02]),
  );
  const motorway = line({ kind: 'highway', kind_detail: 'motorway', ref: 'E1', sort_rank: 400 }, [west, 34.945], [135.75, 34.95], [east, 34.965]);
  const rail = line({ kind: 'rail', kind_detail: 'rail', sort_rank: 200 }, [west, 34.99], [135.76, 34.985], [east, 34.992]);
  const path = line({ kind: 'path', kind_detail: 'footway', name: 'Path of Philosophy' }, [135.795, 35.012], [135.797, 35.027]);
  return [...across, ...along, motorway, rail, path];
}

/** All layers of schema version 4, with few features each. */
function layers(): [layer: string, features: Feature[]][] {
  const river: Position[] = steps(south, north, 0.01).map((latitude, at) => [135.771 + 0.002 * Math.sin(at), latitude]);
  const bank: Position[] = [...river, ...river.toReversed().map(([longitude, latitude]): Position => [longitude + 0.0016, latitude])];
  const houses = steps(135.74, 135.8, 0.004).flatMap((left) =>
    steps(34.98, 35.03, 0.004).map((bottom) =>
      polygon({ kind: 'building', height: 9 }, box(left + 0.0006, bottom + 0.0006, left + 0.0022, bottom + 0.002)),
    ),
  );
  return [
    ['earth', [polygon({ kind: 'earth' }, box(west - 0.1, south - 0.1, east + 0.1, north + 0.1))]],
    ['landuse', [polygon({ kind: 'park' }, box(135.758, 35.018, 135.767, 35.03)), polygon({ kind: 'forest' }, box(135.8, 34.97, 135.84, 35.05))]],
    [
      'water',
      [
        polygon({ kind: 'water', kind_detail: 'river' }, [...bank, bank[0] ?? [0, 0]]),
        line({ kind: 'river', name: '鴨川', 'name:en': 'Kamo River' }, ...river),
      ],
    ],
    ['roads', roads()],
    ['buildings', houses],
    ['boundaries', [line({ kind: 'region', kind_detail: 4 }, [west, 34.96], [east, 34.95])]],
    [
      'places',
      [
        point({ kind: 'locality', kind_detail: 'city', name: '京都市', 'name:en': 'Kyoto', population_rank: 11, min_zoom: 3 }, 135.765, 35.011),
        point({ kind: 'neighbourhood', name: '祇園', 'name:en': 'Gion', min_zoom: 12 }, 135.775, 35.0035),
      ],
    ],
    ['pois', [point({ kind: 'museum', name: '京都国立博物館', 'name:en': 'National Museum', min_zoom: 13 }, 135.773, 34.99)]],
  ];
}

const tileAround = (z: number, longitude: number, latitude: number): { x: number; y: number } => ({
  x: Math.floor(((longitude + 180) / 360) * 2 ** z),
  y: Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z),
});

/** All tiles of the bounding box down to the deepest zoom level. */
function tiles(sources: readonly (readonly [string, TileSource])[]): Tile[] {
  return steps(0, deepest, 1).flatMap((z) => {
    const [first, last] = [tileAround(z, west, north), tileAround(z, east, south)];
    return steps(first.x, last.x, 1).flatMap((x) => steps(first.y, last.y, 1).flatMap((y) => encodeTile(sources, z, x, y) ?? []));
  });
}

/** Writes an archive in the Protomaps schema: an invented Kyoto with every kind of feature that the style draws. */
export async function writeStreetArchive(
  path: string,
  more: readonly (readonly [layer: string, features: Feature[]])[] = [],
): Promise<{ deepest: number; middle: { z: number; x: number; y: number } }> {
  const sources = [...more, ...layers()].map(([layer, features]) => [layer, tileSourceOf(features, { maxZoom: deepest })] as const);
  const metadata = { name: 'Kyoto', version: '4.11.0', vector_layers: sources.map(([id]) => ({ id, fields: {} })) };
  await writeArchive(path, { tiles: tiles(sources), type: 'vector', maxzoom: deepest, metadata, bounds });
  return { deepest, middle: { z: deepest, ...tileAround(deepest, middle.longitude, middle.latitude) } };
}

/** An archive server on loopback. */
export interface ArchiveServer {
  url: string;
  /** Requested ranges, the latest last. */
  asked: string[];
  /** Kind of answer in place of the file. */
  answers: 'parts' | 'busy' | 'everything' | 'nothing';
  /** Retry-After of a busy answer, seconds. */
  busyFor: number;
  /** Validator headers by file. */
  marks: (path: string) => Record<string, string>;
  /** Path of the served file. */
  path: string;
  close(): Promise<void>;
}

/** Serves a file by range requests, like a blob store. */
export async function serveArchive(path: string): Promise<ArchiveServer> {
  const served: ArchiveServer = {
    url: '',
    asked: [],
    answers: 'parts',
    busyFor: 30,
    path,
    marks: (file) => ({ etag: `"${file}"` }),
    close: async () => {},
  };
  const server = createServer(async ({ headers }: IncomingMessage, response: ServerResponse) => {
    served.asked.push(headers.range ?? '');
    if (served.answers === 'busy') return response.writeHead(503, { 'retry-after': String(served.busyFor) }).end();
    if (served.answers === 'nothing') return response.writeHead(404).end();
    const bytes = await readFile(served.path);
    const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (served.answers === 'everything' || from === '') return response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    const part = bytes.subarray(Number(from), Number(to) + 1);
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`;
    return response.writeHead(206, { 'content-range': range, 'content-length': part.length, ...served.marks(served.path) }).end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  served.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/kyoto.pmtiles`; // it listens on a port
  served.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return served;
}

import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { apiHeaders } from '@waystory/infra/api-headers.ts';
import { InvalidRequest } from '@waystory/infra/errors.ts';
import { hiddenFileRoute } from '@waystory/infra/hidden-route.ts';
import { type Coordinates, coordinates } from '@waystory/proto/kit/field.ts';
import type { FastifyInstance } from 'fastify';
import type { Basemap } from '../basemap.ts';
import { sendGzipped, tileNotFound } from '../tile-requests.ts';
import {
  decodeTileLayers,
  drawLocator,
  drawnLayers,
  type LocatorTheme,
  locatorThemes,
  type PlacedTile,
  type TileContent,
  tilesAround,
} from './locator-map.ts';

const [zip, unzip] = [promisify(gzip), promisify(gunzip)];

/** Not immutable, because another edition of the map may look different. */
const forADay = 'public, max-age=86400';
/** Cache size for unpacked tiles: the stops of a story lie on few tiles. */
const keptTiles = 24;

/** Locator maps at `/basemap/locators/<theme>/<latitude>,<longitude>.svg`. A hundredth of a degree is less than one unit of the picture. */
export function mountLocators(app: FastifyInstance, basemap: Basemap): void {
  const contentAt = tileReader(basemap);
  app.get<{ Params: Record<string, string> }>('/basemap/locators/:theme/:at', hiddenFileRoute, async (request, reply) => {
    const [theme, at] = [themeOf(request.params.theme), pointOf(request.params.at)];
    const { street, done } = basemap.status();
    if (street.maxzoom === null) throw tileNotFound(reply);
    const tiles: PlacedTile[] = [];
    for (const { tile, x, y } of tilesAround(at, street.maxzoom)) {
      const content = await contentAt(tile.z, tile.x, tile.y);
      if (content) tiles.push({ x, y, content });
    }
    // While the map is being built, a better locator follows soon.
    reply.headers({ ...apiHeaders, 'cache-control': done ? forADay : 'no-store', 'content-type': 'image/svg+xml' });
    return sendGzipped(request, reply, await zip(drawLocator(tiles, street.maxzoom, theme)));
  });
}

function themeOf(text = ''): LocatorTheme {
  const theme = locatorThemes.find((one) => one === text);
  if (!theme) throw new InvalidRequest([{ path: 'params.theme', message: `Must be one of ${locatorThemes.join(', ')}` }]);
  return theme;
}

function pointOf(text = ''): Coordinates {
  const [, latitude, longitude] = /^(-?\d{1,2}(?:\.\d{1,2})?),(-?\d{1,3}(?:\.\d{1,2})?)\.svg$/.exec(text) ?? [];
  const point = coordinates.safeParse({ latitude: Number(latitude), longitude: Number(longitude) });
  if (!point.success)
    throw new InvalidRequest([{ path: 'params.at', message: 'Must be latitude,longitude.svg, in degrees with two decimals at most' }]);
  return point.data;
}

/** Reads tiles of the street layer through a cache of recent ones; null for an empty tile. */
function tileReader(basemap: Basemap): (z: number, x: number, y: number) => Promise<TileContent | null> {
  const kept = new Map<string, Promise<TileContent | null>>();
  const read = async (z: number, x: number, y: number): Promise<TileContent | null> => {
    const tile = await basemap.tile('street', z, x, y);
    return tile ? decodeTileLayers(await unzip(tile), drawnLayers) : null;
  };
  return (z, x, y) => {
    const key = `${z}/${x}/${y}`;
    const content = kept.get(key) ?? read(z, x, y);
    kept.delete(key);
    kept.set(key, content);
    content.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > keptTiles && oldest) kept.delete(oldest);
    return content;
  };
}

import type { OutgoingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { apiHeaders } from '@waystory/infra/api-headers.ts';
import { InvalidRequest } from '@waystory/infra/errors.ts';
import { hiddenFileRoute } from '@waystory/infra/hidden-route.ts';
import { isKnownTag } from '@waystory/infra/http/caller.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StopMap } from './stop-map.ts';
import type { EncodedTile } from './tile-cache.ts';
import { maxTileZoom, type TileAddress } from './world-grid.ts';

/** Time for which a browser shows a tile without revalidation, seconds. */
const maxAge = 60;
/** Time for which a browser shows a tile without revalidation while the map is being filled, seconds. */
const maxAgeWhileFilling = 2;

const headersFor = (seconds: number) => ({
  ...apiHeaders,
  'content-type': 'application/vnd.mapbox-vector-tile',
  'cache-control': `public, max-age=${seconds}`,
  vary: 'accept-encoding',
});
const settled = headersFor(maxAge);
const filling = headersFor(maxAgeWhileFilling);

interface TileSource {
  current(): StopMap;
  isFilled(): boolean;
}

/** Serves vector tiles of the stops that everyone may see. They are the same for everyone, so no authentication is needed. */
export function serveTiles(app: FastifyInstance, source: TileSource): void {
  const headersOf = ({ etag }: EncodedTile): OutgoingHttpHeaders => ({ ...(source.isFilled() ? settled : filling), etag });
  // Headers, cached because building them is most of the work for a cached tile.
  const made = new WeakMap<EncodedTile, OutgoingHttpHeaders>();
  const gzipHeadersOf = (tile: EncodedTile, bytes: string): OutgoingHttpHeaders => {
    const known = made.get(tile);
    if (known) return known;
    const headers = { ...headersOf(tile), 'content-encoding': 'gzip', 'content-length': bytes.length };
    if (source.isFilled()) made.set(tile, headers);
    return headers;
  };
  const answer = (request: FastifyRequest, reply: FastifyReply): void => {
    const tile = source.current().tile(addressOf(request.params as Record<'z' | 'x' | 'y', string>)); // the names in the path
    const { 'if-none-match': known, 'accept-encoding': encodings = '' } = request.headers;
    // Written straight to the socket: Fastify's reply would cost more than a cached tile.
    reply.hijack();
    const usual = reply.getHeaders() as OutgoingHttpHeaders; // Fastify's type only lacks an index
    if (isKnownTag(known, tile.etag)) reply.raw.writeHead(304, { ...usual, ...headersOf(tile) }).end();
    else if (tile.bytes === null) reply.raw.writeHead(204, { ...usual, ...headersOf(tile) }).end();
    else if (encodings.includes('gzip')) reply.raw.writeHead(200, { ...usual, ...gzipHeadersOf(tile, tile.bytes) }).end(tile.bytes, 'latin1');
    else {
      const plain = gunzipSync(Buffer.from(tile.bytes, 'latin1'));
      reply.raw.writeHead(200, { ...usual, ...headersOf(tile), 'content-length': plain.length }).end(plain);
    }
  };
  app.get('/api/tiles/stops/:z/:x/:y', hiddenFileRoute, answer);
}

/** @throws InvalidRequest that names the invalid part of the path. */
function addressOf({ z, x, y }: Record<'z' | 'x' | 'y', string>): TileAddress {
  const zoom = numberIn('z', z, maxTileZoom);
  const last = 2 ** zoom - 1;
  return { z: zoom, x: numberIn('x', x, last), y: numberIn('y', y, last) };
}

function numberIn(name: string, text: string, last: number): number {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= last)) throw new InvalidRequest([{ path: `params.${name}`, message: `Must be a whole number from 0 to ${last}` }]);
  return number;
}

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { apiHeaders } from '@waystory/infra/api-headers.ts';
import { InvalidRequest, Rejected } from '@waystory/infra/errors.ts';
import { hiddenFile } from '@waystory/infra/hidden-route.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Basemap } from './basemap.ts';
import { type Layer, layers } from './edition.ts';

const unzip = promisify(gunzip);

const contentTypes: Readonly<Record<Layer, string>> = {
  street: 'application/x-protobuf',
  relief: 'image/webp',
  satellite: 'image/webp',
};

/** The address names the edition, so what it answers never changes. */
const forEver = 'public, max-age=31536000, immutable';

const isLayer = (name: string | undefined): name is Layer => layers.some((layer) => layer === name);

/** Deeper tiles than any map has; keeps 2 to the power of z exact. */
const deepest = 30;

function whole(params: Record<string, string>, name: 'z' | 'x' | 'y'): number {
  const value = params[name] ?? '';
  if (/^\d{1,10}$/.test(value)) return Number(value);
  throw new InvalidRequest([{ path: `params.${name}`, message: 'Must be a whole number of 0 or more' }]);
}

function noTile(reply: FastifyReply): Rejected {
  // It may be built a moment later.
  reply.header('cache-control', 'no-store');
  return new Rejected('basemap/unknown');
}

const takesGzip = (request: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(request.headers['accept-encoding'] ?? ''));

/** Tiles and status of the built-in map. */
export function mountBasemap(app: FastifyInstance, basemap: Basemap): void {
  app.get('/basemap/status', hiddenFile, async (_, reply) =>
    reply.headers({ ...apiHeaders, 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' }).send(basemap.status()),
  );
  app.get<{ Params: Record<string, string> }>('/basemap/:version/:layer/:z/:x/:y', hiddenFile, async (request, reply) => {
    const { version, layer } = request.params;
    const [z, x, y] = [whole(request.params, 'z'), whole(request.params, 'x'), whole(request.params, 'y')];
    const outside = z > deepest || x >= 2 ** z || y >= 2 ** z;
    if (version !== basemap.status().version || !isLayer(layer) || outside) throw noTile(reply);
    const tile = await basemap.tile(layer, z, x, y);
    if (tile === undefined) throw noTile(reply);
    reply.headers({ ...apiHeaders, 'cache-control': forEver });
    if (tile === null) return reply.code(204).send();
    return sendTile(request, reply, layer, tile);
  });
}

async function sendTile(request: FastifyRequest, reply: FastifyReply, layer: Layer, tile: Buffer): Promise<FastifyReply> {
  reply.header('content-type', contentTypes[layer]);
  if (layer !== 'street') return reply.send(tile);
  reply.header('vary', 'accept-encoding');
  return takesGzip(request) ? reply.header('content-encoding', 'gzip').send(tile) : reply.send(await unzip(tile));
}

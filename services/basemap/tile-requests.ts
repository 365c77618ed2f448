import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { InvalidRequest, Rejected } from '@waystory/infra/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const unzip = promisify(gunzip);

/** Immutable, because the URL contains the edition. */
export const immutableCaching = 'public, max-age=31536000, immutable';

/** Deepest zoom level that an archive can number; no map has more. */
const deepest = 26;

function whole(params: Readonly<Record<string, string>>, name: 'z' | 'x' | 'y'): number {
  const value = params[name] ?? '';
  if (/^\d{1,10}$/.test(value)) return Number(value);
  throw new InvalidRequest([{ path: `params.${name}`, message: 'Must be a whole number of 0 or more' }]);
}

/**
 * Tile coordinates of a request; null for coordinates outside every map.
 * @throws InvalidRequest When a coordinate is malformed.
 */
export function tileCoordinatesOf(params: Readonly<Record<string, string>>): { z: number; x: number; y: number } | null {
  const [z, x, y] = [whole(params, 'z'), whole(params, 'x'), whole(params, 'y')];
  return z > deepest || x >= 2 ** z || y >= 2 ** z ? null : { z, x, y };
}

export function tileNotFound(reply: FastifyReply): Rejected {
  // Not cached, because the tile may be built a moment later.
  reply.header('cache-control', 'no-store');
  return new Rejected('basemap/unknown');
}

const takesGzip = (request: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(request.headers['accept-encoding'] ?? ''));

/** Sends a gzipped vector tile, unpacked for clients that do not accept gzip. */
export async function sendGzipped(request: FastifyRequest, reply: FastifyReply, tile: Buffer): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding');
  return takesGzip(request) ? reply.header('content-encoding', 'gzip').send(tile) : reply.send(await unzip(tile));
}

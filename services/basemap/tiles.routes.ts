import { apiHeaders } from '@waystory/infra/api-headers.ts';
import { hiddenFileRoute } from '@waystory/infra/hidden-route.ts';
import type { FastifyInstance } from 'fastify';
import type { Basemap } from './basemap.ts';
import { type Layer, layers } from './edition.ts';
import type { StreetArchive } from './street-archive.ts';
import { immutableCaching, sendGzipped, tileCoordinatesOf, tileNotFound } from './tile-requests.ts';

const contentTypes: Readonly<Record<Layer, string>> = {
  street: 'application/x-protobuf',
  relief: 'image/webp',
  satellite: 'image/webp',
};

const isLayer = (name: string | undefined): name is Layer => layers.some((layer) => layer === name);

/** Tiles and status of the built-in map. The status includes the street archive, if one is configured. */
export function mountBasemap(app: FastifyInstance, basemap: Basemap, streets: StreetArchive | null = null): void {
  app.get('/basemap/status', hiddenFileRoute, async (_, reply) =>
    reply
      .headers({ ...apiHeaders, 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' })
      .send({ ...basemap.status(), streets: streets?.status() ?? null }),
  );
  app.get<{ Params: Record<string, string> }>('/basemap/:version/:layer/:z/:x/:y', hiddenFileRoute, async (request, reply) => {
    const { version, layer } = request.params;
    const at = tileCoordinatesOf(request.params);
    if (version !== basemap.status().version || !isLayer(layer) || !at) throw tileNotFound(reply);
    const tile = await basemap.tile(layer, at.z, at.x, at.y);
    if (tile === undefined) throw tileNotFound(reply);
    reply.headers({ ...apiHeaders, 'cache-control': immutableCaching });
    if (tile === null) return reply.code(204).send();
    reply.header('content-type', contentTypes[layer]);
    return layer === 'street' ? sendGzipped(request, reply, tile) : reply.send(tile);
  });
}

import { apiHeaders } from '@waystory/infra/api-headers.ts';
import { hiddenFileRoute } from '@waystory/infra/hidden-route.ts';
import { streetsPath } from '@waystory/infra/open-data/open-choices.ts';
import type { FastifyInstance } from 'fastify';
import type { StreetArchive } from './street-archive.ts';
import { immutableCaching, sendGzipped, tileCoordinatesOf, tileNotFound } from './tile-requests.ts';

/** Serves tiles of the street archive from wherever it is stored, so that a visitor's browser contacts only this product. */
export function mountStreetArchive(app: FastifyInstance, streets: StreetArchive): void {
  app.get<{ Params: Record<string, string> }>(`${streetsPath}/:version/:z/:x/:y`, hiddenFileRoute, async (request, reply) => {
    const at = tileCoordinatesOf(request.params);
    const tile = at ? await streets.tile(request.params.version ?? '', at.z, at.x, at.y) : undefined;
    if (tile === undefined) throw tileNotFound(reply);
    reply.headers({ ...apiHeaders, 'cache-control': immutableCaching });
    if (tile === null) return reply.code(204).send();
    reply.header('content-type', 'application/x-protobuf');
    return tile.isGzipped ? sendGzipped(request, reply, tile.bytes) : reply.send(tile.bytes);
  });
}

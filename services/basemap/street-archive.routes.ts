import { apiHeaders } from '@waystory/infra/api-headers.ts';
import { hiddenFile } from '@waystory/infra/hidden-route.ts';
import { streetsBase } from '@waystory/infra/open-data/open-choices.ts';
import type { FastifyInstance } from 'fastify';
import type { StreetArchive } from './street-archive.ts';
import { forEver, noTile, sendGzipped, tileAt } from './tile-requests.ts';

/** Serves tiles of the archive of streets, wherever that is, so that no visitor's browser asks anybody else. */
export function mountStreetArchive(app: FastifyInstance, streets: StreetArchive): void {
  app.get<{ Params: Record<string, string> }>(`${streetsBase}/:version/:z/:x/:y`, hiddenFile, async (request, reply) => {
    const at = tileAt(request.params);
    const tile = at ? await streets.tile(request.params.version ?? '', at.z, at.x, at.y) : undefined;
    if (tile === undefined) throw noTile(reply);
    reply.headers({ ...apiHeaders, 'cache-control': forEver });
    if (tile === null) return reply.code(204).send();
    reply.header('content-type', 'application/x-protobuf');
    return tile.isGzipped ? sendGzipped(request, reply, tile.bytes) : reply.send(tile.bytes);
  });
}

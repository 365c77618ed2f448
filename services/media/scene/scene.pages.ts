import { apiHeaders } from '@waystory/infra/api-headers.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { hiddenFileRoute } from '@waystory/infra/hidden-route.ts';
import { isKnownTag } from '@waystory/infra/http/caller.ts';
import { parseSceneFile, type SceneGallery } from '@waystory/scenes';
import type { FastifyInstance } from 'fastify';

/** A picture's URL is immutable, so caches may keep it for a year. */
const forever = 'public, max-age=31536000, immutable';

/** Serves drawn pictures at `/photos/<key>-<width>.webp`; any other name answers 404. */
export async function serveScenes(app: FastifyInstance, scenes: SceneGallery): Promise<void> {
  app.get<{ Params: { file: string } }>('/photos/:file', hiddenFileRoute, async ({ params, headers }, reply) => {
    const wanted = parseSceneFile(params.file);
    if (!wanted) throw new Rejected('request/unknown-route');
    const etag = `"${params.file}"`;
    reply.headers({ ...apiHeaders, 'cache-control': forever, etag });
    if (isKnownTag(headers['if-none-match'], etag)) return reply.code(304).send();
    const bytes = await scenes.picture(wanted.scene, wanted.width);
    return reply.type('image/webp').send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });
}

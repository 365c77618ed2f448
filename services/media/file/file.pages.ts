import type { Blobs } from '@waystory/infra/blobs/port.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { hiddenFileRoute } from '@waystory/infra/hidden-route.ts';
import { isKnownTag } from '@waystory/infra/http/caller.ts';
import { pictureWidths } from '@waystory/proto/media/file.ts';
import type { FastifyInstance } from 'fastify';
import { isKeptFile, kept, narrowCopyBlobName } from './blob-names.ts';

/** A picture's URL is immutable. The headers forbid scripts, frames and content sniffing. */
const pictureHeaders = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
} as const;

/** Serves pictures at `/media/<file>/<picture>`, narrower copies with `?w=<one of pictureWidths>`. Any other name or query answers 404. */
export async function serveFiles(app: FastifyInstance, blobs: Blobs): Promise<void> {
  app.get<{ Params: { fileId: string; picture: string } }>(`/${kept}:fileId/:picture`, hiddenFileRoute, async ({ params, query, headers }, reply) => {
    const file = `${params.fileId}/${params.picture}`;
    const width = widthIn(Object(query));
    if (!isKeptFile(file) || width === null) throw new Rejected('request/unknown-route');
    const stored = await storedIn(blobs, `${kept}${file}`, width);
    if (!stored) throw new Rejected('request/unknown-route');
    const etag = `"${params.picture}${width ?? ''}"`;
    reply.headers({ ...pictureHeaders, 'content-disposition': `inline; filename="${params.picture}"`, etag });
    if (isKnownTag(headers['if-none-match'], etag)) {
      stored.content.destroy();
      return reply.code(304).send();
    }
    return reply.header('content-length', stored.size).send(stored.content);
  });
}

/** The copy of this width if one exists, otherwise the original, which is then at most as wide. */
async function storedIn(blobs: Blobs, blobName: string, width: number | undefined) {
  const narrowed = width === undefined ? null : await blobs.read(narrowCopyBlobName(blobName, width));
  return narrowed ?? blobs.read(blobName);
}

/** Requested width, pixels: undefined without `w`, null for any other query or width. */
function widthIn({ w, ...others }: Readonly<Record<string, unknown>>): number | null | undefined {
  if (Object.keys(others).length > 0) return null;
  return w === undefined ? undefined : (pictureWidths.find((width) => String(width) === w) ?? null);
}

import { apiHeaders } from '@waystory/infra/api-headers.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { hiddenFileRoute } from '@waystory/infra/hidden-route.ts';
import { streetsPath, streetsStylePath } from '@waystory/infra/open-data/open-choices.ts';
import type { FastifyInstance } from 'fastify';
import type { StreetMapProxy } from './streets.ts';

const styleFresh = 'public, max-age=3600';
const fileFresh = 'public, max-age=604800';

/** Proxies the street map of an open service: style, tiles, glyphs and icons. A visitor's browser therefore contacts only this product. */
export function mountStreetMap(app: FastifyInstance, streets: StreetMapProxy): void {
  app.get<{ Querystring: { theme?: string } }>(streetsStylePath, hiddenFileRoute, async ({ query }, reply) => {
    const { type, bytes } = await streets.style(query.theme === 'dark');
    return reply
      .headers({ ...apiHeaders, 'cache-control': styleFresh })
      .type(type)
      .send(bytes);
  });
  app.get<{ Params: { '*': string } }>(`${streetsPath}/*`, hiddenFileRoute, async ({ params }, reply) => {
    const file = await streets.file(params['*']);
    if (!file) throw new Rejected('basemap/unknown');
    return reply
      .headers({ ...apiHeaders, 'cache-control': fileFresh })
      .type(file.type)
      .send(file.bytes);
  });
}

import { readFileSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import { hiddenRoute } from '@waystory/infra/hidden-route.ts';
import type { OpenServices } from '@waystory/infra/host/service.ts';
import { limitScopeAs } from '@waystory/infra/http/limits.ts';
import type { FastifyInstance } from 'fastify';
import { adminDist, builtFiles } from './built-app.ts';
import { embeddedJson } from './markup.ts';
import { cachedPageHeaders, filePolicy } from './page-headers.ts';
import { runtimeConfig } from './runtime-config.ts';

/** Paths of files. A missing file answers 404 instead of the app's page. */
const isFile = /\.[a-z0-9]{2,5}$|\/assets\//i;

/** Serves the admin app at `/admin/`: its files, and one HTML page for every other path. */
export async function serveAdminApp(
  app: FastifyInstance,
  { config, identityProvider }: Pick<OpenServices, 'config' | 'identityProvider'>,
): Promise<void> {
  const template = readFileSync(`${adminDist}index.html`, 'utf8');
  // The admin app has no map and no analytics.
  const { MAP_STYLE_URL: _style, MAPBOX_TOKEN: _token, TAG_MANAGER_ID: _tags, ...rest } = config;
  const settings = runtimeConfig(rest);
  const html = template.replace('<!--data-->', () => embeddedJson('config', settings));
  const ofPage = cachedPageHeaders(template, rest, identityProvider);
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-robots-tag': 'noindex, nofollow',
  };
  await app.register(async (files) => {
    limitScopeAs(files, { as: 'file' });
    const options = {
      ...builtFiles(adminDist, filePolicy(template, rest)),
      prefix: '/admin/',
      decorateReply: false,
      globIgnore: ['index.html*', '.content-hash'],
    };
    await files.register(fastifyStatic, options);
  });
  app.get('/admin', hiddenRoute, async (_, reply) => reply.redirect('/admin/', 308));
  app.get('/admin/*', hiddenRoute, async (request, reply) =>
    isFile.test(request.url.replace(/[?#].*$/s, '')) ? reply.callNotFound() : reply.headers({ ...ofPage(), ...headers }).send(html),
  );
}
